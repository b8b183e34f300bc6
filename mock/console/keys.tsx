import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { DialogButton } from './dialog.tsx'
import { look, open, view } from './view.ts'

/** Whoever speaks to the computer must be able to turn keys of one character off (WCAG 2.1.4). */
const STORED = 'plant-store-keys'

function areOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true // the browser allows no storage
  }
}

/** What each key does where nothing is typed. */
const KEYS: readonly (readonly [keys: string, text: string])[] = [
  ['/', 'Search the requests'],
  ['j or ↓', 'The next request'],
  ['k or ↑', 'The previous request'],
  ['Enter', 'Open a request'],
  ['Esc', 'Close it, or empty the search'],
  ['?', 'Show these keys'],
]

/** The button that shows the keys, and what they do. */
export function Keys(): JSX.Element {
  const [isOn, setOn] = useState(areOn)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const isTyping = (target as Element).closest(
        'input:not([type=radio]), textarea, select, dialog',
      )
      if (altKey || ctrlKey || metaKey || isTyping || !areOn()) return
      if (key === '?') document.querySelector<HTMLElement>('footer button')?.click()
      else if (key === '/') document.querySelector<HTMLElement>('.requests [type=search]')?.focus()
      else if (key === 'j' || key === 'k') {
        // A small screen may show another part.
        const seen = [...document.querySelectorAll('.requests, .detail')]
        if (!seen.some(part => part.checkVisibility())) return
        goTo(current() + (key === 'j' ? 1 : -1))
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <DialogButton title="Keys" class="link">
      <dl>
        {KEYS.map(([keys, text]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            localStorage.setItem(STORED, checked ? 'on' : 'off')
            setOn(checked)
          }}
        />{' '}
        Use the keys / j k ? in this browser
      </label>
    </DialogButton>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.rows .row')]

/** Gives the focus back to the row of a detail that was closed. */
export const focusRow = (key: string | undefined): void =>
  rows()
    .find(row => row.dataset.key === key)
    ?.focus({ preventScroll: true })

/** The place of the row that has the focus, or else of the one that is open. */
function current(): number {
  const focused = rows().indexOf(document.activeElement as HTMLElement)
  return focused < 0 ? rows().findIndex(row => row.ariaCurrent) : focused
}

/** Moves to a row, or to the first or last one. An open detail follows. */
export function goTo(index: number): void {
  const row = rows()[Math.min(Math.max(index, 0), rows().length - 1)]
  row?.focus()
  if (row && view.value.request !== undefined) look({ request: row.dataset.key })
}

/** The arrow keys, Home and End move between rows. Escape closes the detail. */
export function moveByKey(event: KeyboardEvent): void {
  const index = rows().indexOf(event.target as HTMLElement)
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'Escape' && view.value.request !== undefined) open(undefined)
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: Infinity }[event.key]
  if (next === undefined) return
  event.preventDefault()
  goTo(next)
}
