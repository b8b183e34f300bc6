import { attempt } from './attempt.ts'
import type { ErrorDetails } from './create-error.ts'

/** About 23 days. A timer holds a signed 32-bit number of milliseconds; a longer one fires at once. */
const MAX_TIMER = 2_000_000_000

/** Why a call ended before it had an answer. */
export interface End {
  failure: ErrorDetails
}

/**
 * The end of a call: its time runs out, or its caller aborts. It does without `AbortSignal.any` and
 * `AbortSignal.timeout`, which React Native lacks.
 */
export class Deadline {
  /** Set once the call has ended. */
  end: End | undefined
  /** Resolves when the call ends. */
  readonly ended: Promise<End>
  readonly #endsAt: number
  #signal: AbortSignal | undefined
  #resolve: (end: End) => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #sleepTimer: ReturnType<typeof setTimeout> | undefined

  constructor(timeout: number) {
    this.ended = new Promise(resolve => {
      this.#resolve = resolve
    })
    this.#endsAt = Date.now() + timeout
    if (timeout < Infinity) {
      const onTimeout = () =>
        this.#finish({ kind: 'timeout', message: `timed out after ${timeout} ms` })
      this.#timer = setTimeout(onTimeout, Math.min(timeout, MAX_TIMER))
    }
  }

  /** Ends the call when the caller's signal fires. False if a test double of one throws. */
  follow(signal: AbortSignal | undefined): boolean {
    this.#signal = signal
    try {
      signal?.addEventListener('abort', this.#onAbort)
      if (signal?.aborted) this.#onAbort()
      return true
    } catch {
      return false
    }
  }

  /** Milliseconds until the call ends. */
  get remaining(): number {
    return this.end ? 0 : this.#endsAt - Date.now()
  }

  /** Waits. If the call ends first, the promise stays pending and holds nothing alive. */
  sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      this.#sleepTimer = setTimeout(resolve, ms)
    })
  }

  /** Removes every timer and listener. */
  clear(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#sleepTimer)
    attempt(() => this.#signal?.removeEventListener('abort', this.#onAbort))
  }

  readonly #onAbort = () => {
    const cause: unknown = attempt(() => this.#signal?.reason)
    this.#finish({ kind: 'aborted', message: 'was aborted', cause })
  }

  #finish(failure: ErrorDetails): void {
    this.end ??= { failure }
    this.#resolve(this.end)
  }
}
