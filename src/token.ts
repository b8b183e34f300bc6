import type { Deadline } from './deadline.ts'
import { describeType } from './describe-value.ts'
import { remember } from './redact.ts'

/**
 * A bearer token, or a function that is called for one before every attempt, and once more after a 401.
 *
 * Attempts that ask with the same `rejected` share one answer while the function is still running. A 401
 * that arrives later calls it again. So refresh only if your current token is the rejected one, as in the
 * example: otherwise several 401s cause several refreshes. If the function throws, or returns no token, the
 * call fails with `access-token`.
 *
 * A token is visible ASCII without spaces, which is all that fits after `Bearer ` in a header. The
 * specification does not define a format.
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
export type AccessToken =
  | string
  | ((context: {
      /** The token that the service has just refused with a 401: return another one. */
      rejected?: string
    }) => string | Promise<string>)

/** Names a token in messages, which never repeat one. */
export const BEARER_TOKEN = 'a bearer token of visible ASCII, without spaces or "Bearer " in front'

/** Returns whether a value fits after `Bearer ` in a header: visible ASCII without spaces. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value)

/** Resolves to a token, or to undefined if the call has ended. Rejects if the provider gives none. */
export type GetToken = (
  rejected: string | undefined,
  deadline: Deadline,
) => Promise<string | undefined>

/**
 * Asks the provider at most once at a time for the same `rejected`.
 *
 * @param tokens Gets every token, to redact it.
 */
export function createTokenProvider(accessToken: AccessToken, tokens: Set<string>): GetToken {
  if (typeof accessToken === 'string') {
    remember(tokens, accessToken)
    return async () => accessToken
  }

  const inFlight = new Map<string | undefined, ReturnType<GetToken>>()
  const ask = async (rejected: string | undefined) => {
    const token = await accessToken(rejected === undefined ? {} : { rejected })
    if (!isToken(token))
      throw new TypeError(
        `the provider must return ${BEARER_TOKEN}, but got ${describeType(token)}`,
      )
    remember(tokens, token)
    return token
  }

  const getToken: GetToken = async (rejected, deadline) => {
    if (deadline.hasEnded()) return undefined
    const shared = inFlight.get(rejected)
    // If the call that asked ends first, the others ask again: the provider may hang.
    if (shared) return (await shared) ?? getToken(rejected, deadline)

    const answer = new Promise<string | undefined>((resolve, reject) => {
      deadline.onEnd(() => resolve(undefined))
      ask(rejected).then(resolve, reject)
    })
    inFlight.set(rejected, answer)
    try {
      return await answer
    } finally {
      inFlight.delete(rejected)
    }
  }
  return getToken
}
