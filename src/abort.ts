import { ignore } from './attempt.ts'

/** The listeners of each signal. It has one of ours at most, because Node 20 warns of more than ten. */
const listenersOf = new WeakMap<AbortSignal, Listeners>()

/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? new Listeners()
  listeners.all.add(listener) // first, since a test double may fire while it is listened to
  if (!listenersOf.has(signal)) {
    const returned: unknown = signal.addEventListener('abort', listeners.notify)
    ignore(() => returned) // that of an async test double may reject
    listenersOf.set(signal, listeners)
  }
  if (signal.aborted) listener()
  return () => {
    listeners.all.delete(listener)
    if (listeners.all.size > 0) return
    listenersOf.delete(signal)
    ignore(() => signal.removeEventListener('abort', listeners.notify))
  }
}

class Listeners {
  readonly all = new Set<() => void>()
  readonly notify = () => {
    for (const listener of this.all) listener()
  }
}
