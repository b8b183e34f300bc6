import type { Deadline } from './deadline.ts'

/**
 * A bearer token, or a provider that is asked for one before every attempt.
 *
 * `rejected` is the token that the service has just answered 401 to: return a new one. Attempts that
 * ask at the same time with the same `rejected` share one answer, so concurrent 401s share one
 * refresh. A token is visible ASCII without spaces, which is all that fits after `Bearer ` in a
 * header; the specification does not show a format.
 *
 * @example
 * ```ts
 * import { type AccessToken, PlantStoreClient } from 'plant-store-client'
 *
 * let token = 'expired'
 * const accessToken: AccessToken = async ({ rejected }) => {
 *   if (rejected === token) token = 'token' // in an application: refresh it
 *   return token
 * }
 * const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })
 * const result = await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(result.ok) // true
 * ```
 */
export type AccessToken = string | ((context: { rejected?: string }) => string | Promise<string>)

/** Whether a value fits after `Bearer ` in a header: visible ASCII without spaces. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value)

/** Returns the token for an attempt, and throws what the provider throws. */
export type GetToken = (rejected: string | undefined, deadline: Deadline) => Promise<unknown>

/** Asks the provider at most once at a time for the same `rejected`. */
export function createTokenProvider(accessToken: AccessToken): GetToken {
  if (typeof accessToken === 'string') return async () => accessToken

  const inFlight = new Map<string | undefined, { token: Promise<unknown>; deadline: Deadline }>()
  const ask = async (rejected: string | undefined) =>
    accessToken(rejected === undefined ? {} : { rejected })

  return async (rejected, deadline) => {
    let pending = inFlight.get(rejected)
    // A provider that hangs must not hang the calls that come after the one that asked.
    if (!pending || pending.deadline.end) {
      pending = { token: ask(rejected), deadline }
      inFlight.set(rejected, pending)
    }
    try {
      return await pending.token
    } finally {
      if (inFlight.get(rejected) === pending) inFlight.delete(rejected)
    }
  }
}
