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

/** The focus of the keyboard in the list, whose rows are not all drawn. */
export const rowFocus: {
  /** Of the row that has, or last had, the focus. */
  key: string | undefined
  /** Scrolls a row into view, and gives it the focus. */
  move: (key: string) => void
} = { key: undefined, move: () => {} }
