import { type Refusal, refusal } from '../answer.ts'
import type { Call } from '../call.ts'

/**
 * Refuses what a page of another origin sends, so that no web page that a developer visits can reach
 * the mock on their machine. Who sends no `Origin` is no page, or one that only navigates.
 */
export function checkOrigin(call: Call): Refusal | undefined {
  const origin = call.header('origin')
  if (origin === null) return undefined
  // A proxy may speak https in front of the mock: the host with its port is what tells them apart.
  const host = origin.replace(/^https?:\/\//i, '').toLowerCase()
  if (host === call.header('host')?.toLowerCase()) return undefined
  return refusal(
    403,
    `${origin.slice(0, 100)} is not the mock server's own origin: open its console, send no Origin, or go through a proxy of that origin`,
  )
}
