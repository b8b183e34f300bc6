import { Announcer } from './announcer.ts'
import type { Chart } from './chart.ts'
import { byId, h, setText } from './dom.ts'
import type { LogRequest } from './events.ts'
import { createLogEntry, type LogEntry } from './log-entry.ts'
import { LogFilter } from './log-filter.ts'
import { LogKeys } from './log-keys.ts'
import type { Waiting } from './waiting.ts'

/** The number of requests that the page keeps. */
const MAX_REQUESTS = 1_000

/** The requests, the newest first. They are drawn at most once a frame. */
export class Log {
  readonly #rows = byId('rows')
  readonly #pause = byId('pause')
  readonly #announcer = new Announcer()
  readonly #filter = new LogFilter(() => this.#applyFilter())
  readonly #keys = new LogKeys(byId('lists'))
  readonly #waiting: Waiting
  readonly #chart: Chart
  /** The oldest first. */
  #entries: LogEntry[] = []
  #queue: LogRequest[] = []
  /** The position of the last request: a reconnection may repeat those before. */
  #last = 0
  #isDrawing = false
  #isPaused = false

  constructor(waiting: Waiting, chart: Chart) {
    this.#waiting = waiting
    this.#chart = chart
    this.#pause.addEventListener('click', () => {
      this.#isPaused = !this.#isPaused
      this.#pause.setAttribute('aria-pressed', String(this.#isPaused))
      this.update()
    })
    byId('show-all').addEventListener('click', () => {
      this.#filter.clear()
      byId('search').focus()
    })
  }

  /** Adds a request, unless a reconnection repeats it. */
  add(request: LogRequest, position: number): void {
    if (position <= this.#last) return
    this.#last = position
    this.#queue.push(request)
    this.#chart.add(request)
    // A page in the background draws nothing.
    if (this.#queue.length >= 2 * MAX_REQUESTS) this.#queue = this.#queue.slice(-MAX_REQUESTS)
    this.update()
  }

  /** Empties the log. The next request may have any position if `isNewEpoch`. */
  clear({ isNewEpoch }: { isNewEpoch: boolean }): void {
    for (const entry of this.#entries) this.#filter.count(entry, -1)
    this.#entries = []
    this.#queue = []
    if (isNewEpoch) this.#last = 0
    this.#rows.replaceChildren()
    this.#chart.clear()
    this.update()
  }

  /** Marks where the server came back. Its requests begin anew. */
  divide(): void {
    this.#last = 0
    if (this.#entries.length === 0) return
    const time = new Date().toLocaleTimeString('en-GB')
    const text = `The server came back at ${time}. The requests below are from before.`
    this.#rows.prepend(h('li', { class: 'divider' }, text))
  }

  /** Draws in the next frame. */
  update(): void {
    if (this.#isDrawing) return
    this.#isDrawing = true
    requestAnimationFrame(() => {
      this.#isDrawing = false
      this.#draw()
    })
  }

  #draw(): void {
    if (!this.#isPaused && this.#queue.length > 0) {
      const added = this.#queue.slice(-MAX_REQUESTS).map(createLogEntry)
      this.#queue = []
      for (const entry of added) this.#insert(entry)
      this.#rows.prepend(...added.map(({ element }) => element).reverse())
      for (const entry of added) this.#waiting.handOver(entry)
      this.#dropOldest()
    }
    this.#filter.showCounts()
    const more = this.#queue.length
    setText(this.#pause, this.#isPaused ? `Resume${more > 0 ? ` (${more} new)` : ''}` : 'Pause')
    this.#showEmpty()
    this.#keys.update()
  }

  #insert(entry: LogEntry): void {
    this.#entries.push(entry)
    this.#filter.count(entry, 1)
    entry.element.hidden = !this.#filter.matches(entry)
    this.#announcer.announce(entry.request)
  }

  #dropOldest(): void {
    const dropped = this.#entries.splice(0, Math.max(0, this.#entries.length - MAX_REQUESTS))
    for (const entry of dropped) {
      this.#filter.count(entry, -1)
      this.#keys.leave(entry.element)
      entry.element.remove()
    }
    if (this.#rows.lastElementChild?.matches('.divider')) this.#rows.lastElementChild.remove()
  }

  #applyFilter(): void {
    for (const entry of this.#entries) entry.element.hidden = !this.#filter.matches(entry)
    this.update()
  }

  #showEmpty(): void {
    const isEmpty = this.#entries.length === 0 && this.#waiting.isEmpty
    byId('no-requests').hidden = !isEmpty
    byId('no-match').hidden =
      this.#entries.length === 0 || this.#entries.some(({ element }) => !element.hidden)
  }
}
