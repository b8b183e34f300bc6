/** Calls the listener once the signal has fired. Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener)
  if (signal.aborted) listener()
  return () => signal.removeEventListener('abort', listener)
}
