import { Observable } from '../parts/observable.ts'
import { type Entry, kindsOf } from './entries.ts'
import { Log } from './log.ts'

/** The list of the page. */
export const log: Log<Entry> = new Log<Entry>(kindsOf)

/** Whoever draws the list is told of its changes. */
export const list: Observable<{ readonly changes: number }> = new Observable<{
  readonly changes: number
}>({ changes: 0 })

/** Changes the list. */
export function update(change: () => void): void {
  change()
  list.set({ changes: list.value.changes + 1 })
}

/** From now on nothing moves in the list. */
export const stop = (): void => {
  if (log.isFollowing) update(() => log.stop())
}

/** What the keyboard knows of the list's rows, drawn or not. */
export const rows: {
  /** The key of the row that has, or last had, the focus. */
  focused: string | undefined
  /** Scrolls a row into view, and gives it the focus. */
  focus: (key: string) => void
} = { focused: undefined, focus: () => {} }
