import type { Fail } from './errors.ts'

/** 23 days: a timer holds a signed 32-bit number of milliseconds, and a longer one fires at once. */
const LONGEST_TIMER = 2e9

/** The end of a call: its time runs out, or its caller aborts. */
export interface Deadline<T> {
  /** Gives what comes of the work, and rejects where the end comes first. */
  race(work: Promise<T>): Promise<T>
  /** Fires at the end. It is made for one call, so nothing gathers on it. */
  signal: AbortSignal
  /** Waits; where the call ends before that, throws `otherwise` at once. */
  sleep(ms: number, otherwise: Error): Promise<void>
  /** Leaves no timer and no listener. */
  clear(): void
}

/** Does without `AbortSignal.any` and `AbortSignal.timeout`, which React Native lacks. */
export function startDeadline<T>(
  timeout: number,
  caller: AbortSignal | undefined,
  fail: Fail,
): Deadline<T> {
  let time = Date.now() + timeout
  const controller = new AbortController()
  let settle!: (value: T) => void
  let refuse!: (error: Error) => void
  const first = new Promise<T>((...settlers) => {
    ;[settle, refuse] = settlers
  })
  const end = (error: Error) => {
    time = 0
    refuse(error)
    controller.abort(error.cause)
  }
  const abort = () => end(fail('aborted', 'was aborted', { cause: caller?.reason }))
  const timer = setTimeout(
    () => end(fail('timeout', `timed out after ${timeout} ms`)),
    Math.min(timeout, LONGEST_TIMER),
  )
  let nap: typeof timer | undefined
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort)
  return {
    race(work) {
      work.then(settle, refuse)
      return first
    },
    signal: controller.signal,
    sleep: (ms, otherwise) =>
      new Promise((wake, reject) => {
        if (Date.now() + ms < time) nap = setTimeout(wake, ms)
        else reject(otherwise)
      }),
    clear() {
      clearTimeout(timer)
      clearTimeout(nap)
      caller?.removeEventListener('abort', abort)
    },
  }
}
