/** How much all listeners together are sent in an interval. A server writes that much in some milliseconds. */
const MAX_BYTES = 2 ** 23

/** Spreads over time what is sent to many listeners, so that requests are answered meanwhile. */
export class Throttle {
  readonly #interval: number
  #start = 0
  #bytes = 0

  /** Of `interval` milliseconds. */
  constructor(interval: number) {
    this.#interval = interval
  }

  count(bytes: number): void {
    this.#bytes += bytes
  }

  /**
   * Whether the rest must wait for the next interval. Ask right before sending: with an `await` in
   * between, all who ask at the same time would send.
   */
  get isFull(): boolean {
    const now = performance.now()
    if (now - this.#start >= this.#interval) {
      this.#start = now
      this.#bytes = 0
    }
    return this.#bytes >= MAX_BYTES
  }

  async wait(): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, this.#interval))
  }
}
