import { look, open, view } from './view.ts'

/** The rows of the list as the keys of the keyboard see them, drawn or not. */
export const rows: {
  /** The keys of the requests that are listed, in their order. */
  keys: readonly string[]
  /** The key of the row that has, or last had, the focus. */
  focused: string | undefined
  /** Scrolls a row into view, and gives it the focus. */
  focus: (key: string) => void
} = { keys: [], focused: undefined, focus: () => {} }

/** Moves to a row, or to the first or last one. An open detail follows. */
export function goTo(index: number): void {
  const key = rows.keys[Math.min(Math.max(index, 0), rows.keys.length - 1)]
  if (key === undefined) return
  rows.focus(key)
  if (view.value.request !== undefined) look({ request: key, tab: 'Request' })
}

/** The arrow keys, Home and End move between rows. Escape closes the detail. */
export function moveByKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (!(event.target as Element).matches('.row')) return
  if (event.key === 'Escape') open(undefined)
  const index = rows.keys.indexOf(rows.focused ?? '')
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: Infinity }[event.key]
  if (next === undefined) return
  event.preventDefault()
  goTo(next)
}
