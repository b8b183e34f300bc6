import { createButton, h } from './dom.ts'

/** A button that copies a text. Where the browser does not allow that, the text is shown, selected. */
export function createCopyButton(
  label: string,
  getText: () => string,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = createButton(label, () => copy(button, label, getText()), attributes)
  return button
}

/** Text with a button that copies it. */
export function createCopyable(text: string, label: string): HTMLElement {
  const code = h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)
  const attributes = { class: 'quiet', 'aria-label': `Copy: ${label}` }
  return h(
    'div',
    { class: 'copyable' },
    code,
    createCopyButton('Copy', () => text, attributes),
  )
}

async function copy(button: HTMLButtonElement, label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    select(button, text)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = label
  }, 1_500)
}

function select(button: HTMLElement, text: string): void {
  const parent = button.parentElement as HTMLElement
  const shown = parent.querySelector('pre') ?? h('pre', { tabindex: '0', role: 'group' })
  shown.setAttribute('aria-label', shown.getAttribute('aria-label') ?? 'Text to copy')
  shown.textContent = text
  if (!shown.isConnected) parent.append(shown)
  getSelection()?.selectAllChildren(shown)
}
