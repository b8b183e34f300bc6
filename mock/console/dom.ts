/** The element with that id. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as T

/** The input with that id. */
export const field = (id: string): HTMLInputElement => byId<HTMLInputElement>(id)

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

/** A button with what it does. */
export function createButton(
  label: string,
  onClick: () => unknown,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = h('button', { type: 'button', ...attributes }, label)
  button.addEventListener('click', onClick)
  return button
}

/** Sets a text only if it has changed, so that a screen reader does not repeat a status. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
