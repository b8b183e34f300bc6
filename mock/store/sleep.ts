/** Waits. Resolves to false as soon as the signal is aborted, otherwise to true. */
export function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const end = (isOver: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      resolve(isOver)
    }
    const abort = () => end(false)
    const timer = setTimeout(() => end(true), ms)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
}
