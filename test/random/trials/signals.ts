import { getEventListeners } from 'node:events'
import type { Named } from './named.ts'

/** A signal for a call, how to fire it, and how many listeners are left on it. */
export interface TrialSignal {
  signal: AbortSignal | undefined
  abort(reason: unknown): void
  listeners(): number
}

function double(): TrialSignal {
  const heard = new Set<() => void>()
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_type: string, listener: () => void) => void heard.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void heard.delete(listener),
  }
  return {
    signal: signal as never,
    abort(reason) {
      signal.aborted = true
      signal.reason = reason
      for (const listener of [...heard]) listener()
    },
    listeners: () => heard.size,
  }
}

const none = (): TrialSignal => ({ signal: undefined, abort() {}, listeners: () => 0 })

/** The signals that a caller may pass. `aborts` says whether it can end a call. */
export const signals: Named<{ aborts: boolean; make: () => TrialSignal }> = {
  none: { aborts: false, make: none },
  real: {
    aborts: true,
    make(): TrialSignal {
      const controller = new AbortController()
      const { signal } = controller
      return {
        signal,
        abort: reason => controller.abort(reason),
        listeners: () => getEventListeners(signal, 'abort').length,
      }
    },
  },
  double: { aborts: true, make: double },
  isNoSignal: {
    aborts: false,
    make: (): TrialSignal => ({ ...none(), signal: { aborted: false } as never }),
  },
}
