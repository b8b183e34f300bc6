import type { SerializedMockRequest } from '../control/types.ts'
import { byId, setText } from './dom.ts'
import { createLogEntry } from './log-entry.ts'

/** The number of requests that the page keeps. */
const MAX_REQUESTS = 1_000

/** The requests, the newest first. They are drawn at most once a frame. */
export class Log {
  readonly #rows = byId('rows')
  readonly #pause = byId('pause')
  readonly #announcer = byId('announcer')
  #queue: SerializedMockRequest[] = []
  readonly #numbers = new Set<number>()
  #last = 0
  #drawing = false
  #paused = false
  #unannounced = 0

  constructor() {
    this.#pause.addEventListener('click', () => {
      this.#paused = !this.#paused
      this.#pause.setAttribute('aria-pressed', String(this.#paused))
      this.#schedule()
    })
    const problems = byId<HTMLInputElement>('problems')
    problems.addEventListener('change', () => {
      this.#rows.toggleAttribute('data-problems', problems.checked)
      this.#showEmpty()
    })
  }

  /** Adds a request, unless a reconnection repeats it. */
  add(request: SerializedMockRequest): void {
    if (this.#numbers.has(request.number)) return
    this.#numbers.add(request.number)
    this.#last = Math.max(this.#last, request.number)
    this.#queue.push(request)
    // A page in the background draws nothing.
    if (this.#queue.length >= 2 * MAX_REQUESTS) this.#queue = this.#queue.slice(-MAX_REQUESTS)
    this.#schedule()
  }

  clear(): void {
    this.#queue = []
    this.#numbers.clear()
    this.#last = 0
    this.#rows.replaceChildren()
    this.#schedule()
  }

  #schedule(): void {
    if (this.#drawing) return
    this.#drawing = true
    requestAnimationFrame(() => {
      this.#drawing = false
      this.#draw()
    })
  }

  #draw(): void {
    if (!this.#paused && this.#queue.length > 0) {
      const added = this.#queue.slice(-MAX_REQUESTS)
      this.#queue = []
      this.#rows.prepend(...added.reverse().map(createLogEntry))
      while (this.#rows.childElementCount > MAX_REQUESTS) this.#rows.lastElementChild?.remove()
      this.#announce(added)
    }
    setText(byId('request-count'), this.#last.toLocaleString('en'))
    const more = this.#queue.length
    setText(this.#pause, this.#paused ? `Resume${more > 0 ? ` (${more} new)` : ''}` : 'Pause')
    this.#showEmpty()
  }

  #showEmpty(): void {
    const none = this.#rows.childElementCount === 0
    byId('no-requests').hidden = !none
    const filtered = this.#rows.hasAttribute('data-problems')
    byId('no-problems').hidden =
      none || !filtered || this.#rows.querySelector('[data-kind]:not([data-kind="good"])') !== null
  }

  /** Summarizes for a screen reader, which could not keep up with each request. */
  #announce([newest, ...others]: SerializedMockRequest[]): void {
    if (this.#unannounced === 0)
      setTimeout(() => {
        const { method, status = 'none' } = newest as SerializedMockRequest
        const count = this.#unannounced === 1 ? '1 request' : `${this.#unannounced} requests`
        setText(this.#announcer, `${count}, the first one ${method} with status ${status}`)
        this.#unannounced = 0
      }, 2_000)
    this.#unannounced += 1 + others.length
  }
}
