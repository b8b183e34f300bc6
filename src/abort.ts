interface Subscription {
  readonly listeners: Set<() => void>
  readonly notify: () => void
}

/** Listeners by signal. Calls share one `abort` listener, because Node 20 warns at eleven. */
const subscriptions = new WeakMap<AbortSignal, Subscription>()

/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const { listeners, notify } = subscriptionTo(signal)
  if (listeners.size === 0) signal.addEventListener('abort', notify)
  listeners.add(listener)
  if (signal.aborted) listener()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) signal.removeEventListener('abort', notify)
  }
}

function subscriptionTo(signal: AbortSignal): Subscription {
  const known = subscriptions.get(signal)
  if (known) return known

  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const subscription = { listeners, notify }
  subscriptions.set(signal, subscription)
  return subscription
}
