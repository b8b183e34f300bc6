import type { RequestOnWire } from '../control/types.ts'
import { byId, setText } from './dom.ts'
import { entryOf } from './entry.ts'

/** How many requests the page holds on to. */
const MOST = 1_000

/** The requests, the newest first. They are drawn once a frame, however many come. */
export class Log {
  readonly #rows = byId('rows')
  readonly #pause = byId('pause')
  readonly #announcer = byId('announcer')
  #waiting: RequestOnWire[] = []
  #last = 0
  #drawing = false
  #paused = false
  #unsaid = 0

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

  /** Adds a request; one that a reconnection brings again is left out. */
  add(request: RequestOnWire): void {
    if (request.number <= this.#last) return
    this.#last = request.number
    this.#waiting.push(request)
    // A page in the background draws nothing.
    if (this.#waiting.length >= 2 * MOST) this.#waiting = this.#waiting.slice(-MOST)
    this.#schedule()
  }

  clear(): void {
    this.#waiting = []
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
    if (!this.#paused && this.#waiting.length > 0) {
      const fresh = this.#waiting.slice(-MOST)
      this.#waiting = []
      this.#rows.prepend(...fresh.reverse().map(entryOf))
      while (this.#rows.childElementCount > MOST) this.#rows.lastElementChild?.remove()
      this.#announce(fresh)
    }
    setText(byId('request-count'), this.#last.toLocaleString('en'))
    const more = this.#waiting.length
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

  /** Sums up for a screen reader, which could not keep up with each. */
  #announce([newest, ...others]: RequestOnWire[]): void {
    if (this.#unsaid === 0)
      setTimeout(() => {
        const { method, status } = newest as RequestOnWire
        const count = this.#unsaid === 1 ? 'A request' : `${this.#unsaid} requests`
        setText(this.#announcer, `${count} came, first ${method} with status ${status}`)
        this.#unsaid = 0
      }, 2_000)
    this.#unsaid += 1 + others.length
  }
}
