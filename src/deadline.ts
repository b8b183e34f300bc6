import { onAbort } from './abort.ts'
import { attempt } from './attempt.ts'
import type { ErrorDetails } from './create-error.ts'

/** About 23 days. A timer holds a signed 32-bit number of milliseconds; a longer one fires at once. */
const MAX_TIMER = 2_000_000_000

/**
 * The end of a call: its time runs out, or its caller aborts. It does without `AbortSignal.any` and
 * `AbortSignal.timeout`, which React Native lacks.
 */
export class Deadline {
  #onEnd: (end: ErrorDetails) => void = () => {}
  #endsAt = 0
  #unfollow = () => {}
  readonly #timers: ReturnType<typeof setTimeout>[] = []
  /** Why the call ended before it had an answer. */
  end: ErrorDetails | undefined
  /** Whether the call has its result, so that nothing more may be sent. */
  isOver = false

  /**
   * Ends the call when the caller's signal fires. Only what is used of a signal counts, so that
   * polyfills and test doubles will do. For what is none, it returns false or throws.
   */
  follow(signal: AbortSignal): boolean {
    this.#unfollow = onAbort(signal, () => {
      const cause: unknown = attempt(() => signal.reason)
      this.#finish({ ok: false, kind: 'aborted', message: 'was aborted', cause })
    })
    return typeof signal.aborted === 'boolean'
  }

  /** Ends the call after this many milliseconds. Beyond what a timer holds, there is no end. */
  start(timeout: number): void {
    this.#endsAt = Date.now() + timeout
    const message = `timed out after ${timeout} ms`
    if (timeout < MAX_TIMER)
      this.#wait(timeout, () => this.#finish({ ok: false, kind: 'timeout', message }))
  }

  /** What an answer comes to, unless the call ends before it. */
  race<Answer>(answer: Promise<Answer>): Promise<Answer | ErrorDetails> {
    return new Promise((resolve, reject) => {
      this.#onEnd = resolve
      if (this.end) resolve(this.end) // it may have ended while the answer was begun
      answer.then(resolve, reject)
    })
  }

  /** Milliseconds until the call ends. */
  get remaining(): number {
    return this.end ? 0 : this.#endsAt - Date.now()
  }

  /** Waits. If the call ends first, the promise stays pending and holds nothing alive. */
  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.#wait(ms, resolve))
  }

  /** The call is over: removes every timer and listener. */
  clear(): void {
    this.isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#unfollow()
  }

  #wait(ms: number, listener: () => void): void {
    this.#timers.push(setTimeout(listener, ms))
  }

  #finish(end: ErrorDetails): void {
    this.end ??= end
    this.#onEnd(this.end)
  }
}
