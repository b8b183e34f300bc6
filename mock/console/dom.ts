/** The element with that id. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T

/** Creates an element. Text children stay text: nothing is parsed as markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Sets a text only if it has changed, so that a screen reader does not repeat a status. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Text with a button that copies it. */
export function createCopyable(text: string, label: string): HTMLElement {
  const code = h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)
  const button = h('button', { type: 'button', class: 'quiet' }, 'Copy')
  button.setAttribute('aria-label', `Copy: ${label}`)
  onCopy(button, code)
  return h('div', { class: 'copyable' }, code, button)
}

/** Copies the text of an element on click, or selects it if the browser does not allow copying. */
export function onCopy(button: HTMLElement, source: HTMLElement): void {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent ?? '')
      button.textContent = 'Copied'
    } catch {
      getSelection()?.selectAllChildren(source)
      button.textContent = 'Selected'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
}
