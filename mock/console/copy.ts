import { byId, createButton, h, setText } from './dom.ts'

/** What a copy button copies, and where it is shown for a browser that does not allow copying. */
export interface CopySource {
  text: () => string
  /** By default a new element after the button. */
  shown?: HTMLElement
}

/** A button that copies a text. Where the browser does not allow that, the text is selected. */
export function createCopyButton(
  label: string,
  source: CopySource,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = createButton(label, () => copy(button, label, source), attributes)
  return button
}

/** Text with a button that copies it. */
export function createCopyable(text: string, label: string): HTMLElement {
  const shown = h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)
  const attributes = { class: 'quiet', 'aria-label': `Copy: ${label}` }
  const button = createCopyButton('Copy', { text: () => text, shown }, attributes)
  return h('div', { class: 'copyable' }, shown, button)
}

async function copy(
  button: HTMLElement,
  label: string,
  { text, shown }: CopySource,
): Promise<void> {
  let outcome = 'Copied'
  try {
    await navigator.clipboard.writeText(text())
  } catch {
    getSelection()?.selectAllChildren(shown ?? showAfter(button, label, text()))
    outcome = 'Selected'
  }
  button.textContent = outcome
  setText(byId('announcer'), outcome)
  setTimeout(() => {
    button.textContent = label
  }, 1_500)
}

function showAfter(button: HTMLElement, label: string, text: string): HTMLElement {
  const shown = h('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)
  button.parentElement?.querySelector('pre')?.remove()
  button.parentElement?.append(shown)
  return shown
}
