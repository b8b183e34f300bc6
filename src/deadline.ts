import { onAbort } from './abort.ts'
import type { ErrorDetails } from './create-error.ts'

/** About 23 days. A timer holds a signed 32-bit number of milliseconds; a longer one fires at once. */
const MAX_TIMER = 2_000_000_000

/**
 * Ends a call when its time runs out or its caller aborts. Avoids `AbortSignal.any` and
 * `AbortSignal.timeout`, which React Native lacks.
 */
export class Deadline {
  /** Resolves when the call ends before it has a result. */
  readonly ended: Promise<ErrorDetails>
  #end: ErrorDetails | undefined
  #resolveEnded: (end: ErrorDetails) => void = () => {}
  readonly #timeout: number
  readonly #endsAt: number
  readonly #timers: ReturnType<typeof setTimeout>[] = []
  #unfollow = () => {}

  /** @param timeout In milliseconds. */
  constructor(timeout: number, signal: AbortSignal | undefined) {
    this.ended = new Promise(resolve => {
      this.#resolveEnded = resolve
    })
    this.#timeout = timeout
    this.#endsAt = Date.now() + timeout
    if (timeout < MAX_TIMER) this.#startTimer(timeout, () => this.#timeOut())
    if (signal)
      this.#unfollow = onAbort(signal, () => {
        this.#finish({ ok: false, kind: 'aborted', message: 'was aborted', cause: signal.reason })
      })
  }

  /**
   * Why the call ended before it had a result. Nothing is sent after that. Checks the clock: after the
   * process was suspended, other timers may fire before the time-out's.
   */
  get end(): ErrorDetails | undefined {
    if (Date.now() >= this.#endsAt) this.#timeOut()
    return this.#end
  }

  /** Milliseconds until the call ends. */
  get remaining(): number {
    return this.end ? 0 : this.#endsAt - Date.now()
  }

  /** Waits. After `clear()`, the promise stays pending and holds nothing alive. */
  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.#startTimer(ms, resolve))
  }

  /** Removes every timer and listener once the call is over. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#unfollow()
  }

  #startTimer(ms: number, listener: () => void): void {
    this.#timers.push(setTimeout(listener, ms))
  }

  #timeOut(): void {
    this.#finish({ ok: false, kind: 'timeout', message: `timed out after ${this.#timeout} ms` })
  }

  #finish(end: ErrorDetails): void {
    this.#end ??= end
    this.#resolveEnded(this.#end)
  }
}
