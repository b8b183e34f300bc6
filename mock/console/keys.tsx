import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { goBy } from './rows.ts'

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

/** What each key does. The dialog tells of them; the menu opens it, and so does a key. */
export function Keys({
  isOpen,
  setOpen,
}: {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}): JSX.Element | null {
  const [isOn, setOn] = useState(areOn)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const isTyping = (target as Element).closest(
        'input:not([type=radio]), textarea, select, dialog',
      )
      if (altKey || ctrlKey || metaKey || isTyping || !areOn()) return
      if (key === '?') setOpen(true)
      else if (key === '/') document.querySelector<HTMLElement>('.requests [type=search]')?.focus()
      else if (key === 'j' || key === 'k') {
        // A small screen may show another part.
        const seen = [...document.querySelectorAll('.requests, .detail')]
        if (!seen.some(part => part.checkVisibility({ checkVisibilityCSS: true }))) return
        goBy(key === 'j' ? 1 : -1)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!isOpen) return null
  return (
    <Dialog title="Keys" onClose={() => setOpen(false)}>
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
    </Dialog>
  )
}
