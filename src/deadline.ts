import type { ErrorDetails } from './create-error.ts'

/**
 * About 23 days. A timer holds a signed 32-bit number of milliseconds; a longer one fires at once, so none is set.
 * https://github.com/nodejs/node/blob/v24.21.0/lib/internal/timers.js#L173
 */
const MAX_TIMER = 2_000_000_000

/**
 * The end of a call: its time runs out or its caller aborts. Avoids `AbortSignal.any` and
 * `AbortSignal.timeout`, which React Native lacks.
 * https://github.com/facebook/react-native/issues/55247
 */
export class Deadline {
  readonly #timeout: number
  /** By the clock that only runs forward: that of the system may be set while the call is under way. */
  readonly #endsAt: number
  readonly #signal: AbortSignal | undefined
  #resolveEnded: ((end: ErrorDetails) => void) | undefined
  /** Resolves when the call ends before it has a result. Nothing is sent after that. */
  readonly ended: Promise<ErrorDetails> = new Promise(resolve => (this.#resolveEnded = resolve))
  #hasEnded = false
  readonly #timers: ReturnType<typeof setTimeout>[] = []

  /** @param timeout In milliseconds. */
  constructor(timeout: number, signal: AbortSignal | undefined) {
    this.#timeout = timeout
    this.#endsAt = performance.now() + timeout
    this.#signal = signal
    signal?.addEventListener('abort', this.#abort)
    if (signal?.aborted) this.#abort()
    if (timeout < MAX_TIMER) this.#timers.push(setTimeout(this.#timeOut, timeout))
  }

  /** Resolves to the outcome of the work or, if it comes first, to the end of the call. Then cleans up. */
  async limit<Outcome>(work: Promise<Outcome>): Promise<Outcome | ErrorDetails> {
    try {
      return await Promise.race([this.ended, work])
    } finally {
      this.#timers.forEach(clearTimeout)
      this.#signal?.removeEventListener('abort', this.#abort)
    }
  }

  /**
   * Checks the clock too, and ends the call if its time is up: after the process was suspended, other timers
   * may fire before the time-out's.
   */
  hasEnded(): boolean {
    if (this.remaining() <= 0) this.#timeOut()
    return this.#hasEnded
  }

  /** Returns the milliseconds until the call times out. */
  remaining(): number {
    return this.#endsAt - performance.now()
  }

  /** Waits. If the call has ended or ends first, the promise stays pending and holds nothing alive. */
  sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      if (!this.#hasEnded) this.#timers.push(setTimeout(resolve, ms))
    })
  }

  readonly #timeOut = (): void =>
    this.#end({ ok: false, kind: 'timeout', message: `timed out after ${this.#timeout} ms` })

  readonly #abort = (): void =>
    this.#end({ ok: false, kind: 'aborted', message: 'was aborted', cause: this.#signal?.reason })

  #end(end: ErrorDetails): void {
    this.#hasEnded = true
    this.#resolveEnded?.(end)
  }
}
