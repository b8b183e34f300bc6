import { ignore } from './attempt.ts'

/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const returned: unknown = signal.addEventListener('abort', listener)
  ignore(() => returned) // that of an async test double may reject
  if (signal.aborted) listener()
  return () => ignore(() => signal.removeEventListener('abort', listener))
}
