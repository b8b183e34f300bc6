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

/** Moves by that many rows: from the row that has the focus, or else from the one that is open, or from the end. */
export function goBy(step: number): void {
  const isInList = document.activeElement?.matches('.row')
  const from = rows.keys.indexOf((isInList ? rows.focused : view.value.request) ?? '')
  goTo(from < 0 ? rows.keys.length - 1 : from + step)
}

/** The arrow keys, Home and End move between rows. Escape closes the detail. */
export function moveByKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (!(event.target as Element).matches('.row')) return
  const moves: Record<string, () => void> = {
    ArrowDown: () => goBy(1),
    ArrowUp: () => goBy(-1),
    Home: () => goTo(0),
    End: () => goTo(Infinity),
    Escape: () => open(undefined),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()
}
