import type { ReferenceStore } from '../store/reference-store.ts'
import { MAX_WAIT_MS } from './types.ts'

/** Resolves once it is true, the time is up, or the client has left. */
export async function untilChange(
  { events }: ReferenceStore,
  isTrue: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (isTrue()) return
  let end = () => {}
  const changed = new Promise<void>(resolve => {
    end = resolve
  })
  const unsubscribe = events.on('change', () => isTrue() && end())
  const timer = setTimeout(end, MAX_WAIT_MS)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  await changed
  unsubscribe()
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}
