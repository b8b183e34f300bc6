import { ignore } from './attempt.ts'

/** The listeners of each signal. It has one of ours at most, because Node 20 warns of more than ten. */
const listenersOf = new WeakMap<AbortSignal, Listeners>()

/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = listenersOf.get(signal)
  if (!listeners) {
    listeners = new Listeners()
    listenersOf.set(signal, listeners)
  }
  const { all, notify } = listeners
  const stop = () => {
    all.delete(listener)
    if (all.size === 0) ignore(() => signal.removeEventListener('abort', notify))
  }
  try {
    all.add(listener) // first, since a test double may fire while it is listened to
    if (all.size === 1) {
      const returned: unknown = signal.addEventListener('abort', notify)
      ignore(() => returned) // that of an async test double may reject
    }
    if (signal.aborted) listener()
    return stop
  } catch (cause) {
    stop()
    throw cause
  }
}

class Listeners {
  readonly all = new Set<() => void>()
  readonly notify = () => {
    for (const listener of this.all) listener()
  }
}
