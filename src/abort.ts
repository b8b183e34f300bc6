import { attempt, ignoreRejection } from './attempt.ts'

/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  ignoreRejection(signal.addEventListener('abort', listener))
  if (signal.aborted) listener()
  return () => attempt(() => signal.removeEventListener('abort', listener))
}
