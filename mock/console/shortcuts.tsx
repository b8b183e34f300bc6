import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Where it is remembered that the shortcuts are off (WCAG 2.1.4 asks for a way to turn them off). */
const STORAGE_KEY = 'plant-store-mock-shortcuts'

/** The keys that work outside of fields, by the id of what they press. The search is focused instead. */
const PRESSED: Readonly<Record<string, string>> = { p: 'pause', r: 'reset', '?': 'help' }

const KEYS: readonly (readonly [keys: string[], text: string])[] = [
  [['/'], 'Search the requests; ↓ goes on to the list'],
  [['p'], 'Pause or resume the log'],
  [['r'], 'Reset the mock'],
  [['?'], 'Show this list'],
  [['↑', '↓'], 'Move between requests; Home and End too'],
  [['→', '←'], 'Expand and collapse a request'],
  [['Esc'], 'Clear the search, or close a menu'],
]

/** The keyboard shortcuts, and the dialog that lists them. */
export function Shortcuts(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setOn] = useState(() => stored() !== 'off')
  useEffect(() => {
    const help = document.getElementById('help')
    const show = () => dialog.current?.showModal()
    help?.addEventListener('click', show)
    return () => help?.removeEventListener('click', show)
  }, [])
  useEffect(() => {
    store(isOn ? 'on' : 'off')
    if (!isOn) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  return (
    <dialog ref={dialog} aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl>
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />{' '}
        Use the single-key shortcuts
      </label>
      <div class="line answers">
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}

function press(event: KeyboardEvent): void {
  const { [event.key]: pressed } = PRESSED
  if (!isShortcut(event) || (pressed === undefined && event.key !== '/')) return
  event.preventDefault()
  const element = document.getElementById(pressed ?? 'search')
  if (pressed) element?.click()
  else element?.focus()
}

/** Whether a key is not meant for the field that has the focus, for a dialog, or for the browser. */
function isShortcut(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing, repeat } = event
  if (ctrlKey || metaKey || altKey || isComposing || repeat) return false
  if (document.querySelector('dialog[open]')) return false
  return !(target as Element).closest('input:not([type=radio], [type=checkbox]), textarea, select')
}

/** A browser may refuse storage; the shortcuts are on then, and off for this page alone. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, value)
  } catch {}
}
