import { byId, field } from './dom.ts'

/** Where it is remembered that the shortcuts are off (WCAG 2.1.4 asks for a way to turn them off). */
const STORAGE_KEY = 'plant-store-mock-shortcuts'

/** The keys that work outside of fields, by the id of what they focus or press. */
const FOCUS: Readonly<Record<string, string>> = { '/': 'search' }
const PRESS: Readonly<Record<string, string>> = { p: 'pause', r: 'reset', '?': 'help' }

/** Makes the keyboard shortcuts work, and the dialog that lists them. */
export function createShortcuts(): void {
  const dialog = byId<HTMLDialogElement>('shortcuts')
  byId('help').addEventListener('click', () => dialog.showModal())
  byId('close-shortcuts').addEventListener('click', () => dialog.close())
  const isOn = field('shortcuts-on')
  isOn.checked = read() !== 'off'
  isOn.addEventListener('change', () => write(isOn.checked ? 'on' : 'off'))
  document.addEventListener('keydown', event => {
    if (!isOn.checked || dialog.open || !isShortcut(event)) return
    const { [event.key]: focused } = FOCUS
    const { [event.key]: pressed } = PRESS
    if (focused === undefined && pressed === undefined) return
    event.preventDefault()
    if (focused !== undefined) byId(focused).focus()
    if (pressed !== undefined) byId(pressed).click()
  })
}

/** Whether a key is not meant for the field that has the focus, or for the browser. */
function isShortcut({
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  repeat,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || repeat) return false
  return !(target as Element).closest('input:not([type=radio], [type=checkbox]), textarea, select')
}

/** A browser may refuse storage; the shortcuts are on then. */
function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function write(value: 'on' | 'off'): void {
  try {
    localStorage.setItem(STORAGE_KEY, value)
  } catch {
    // then it holds for this page alone
  }
}
