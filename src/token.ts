import type { Deadline } from './deadline.ts'
import { describeType } from './describe-value.ts'

/**
 * A bearer token, or a function that is called for one before every attempt, and once more after a 401.
 *
 * The function may return each user's own token: an attempt never gets the answer to another, with one
 * exception. Attempts that the service rejected with the same token share one refresh while it is under way, until
 * a call that waits for it ends. A 401 that arrives later calls the function again. So refresh only if your current
 * token is the rejected one, as in the example: otherwise several 401s cause several refreshes. If the function
 * throws, or returns no token, the call fails with `access-token`.
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

/** Cancelled requests of a Worker never take their refreshes out of the set. */
const MAX_REFRESHES = 1_000

/** Returns whether a value fits after `Bearer ` in a header: visible ASCII without spaces. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value)

/** Says what keeps a value from being a token. Of a token, it shows only a character that no token can have. */
export function describeToken(value: unknown): string {
  const [wrong] = /[^!-~]/u.exec(typeof value === 'string' ? value : '') ?? []
  return wrong ? `a string with ${JSON.stringify(wrong)}` : describeType(value)
}

/** Resolves to the token of an attempt. Rejects if the function throws, or gives no token. */
export type GetToken = (
  accessToken: AccessToken,
  rejected: string | undefined,
  deadline: Deadline,
) => Promise<string>

/** A call of the function that several attempts wait for, because the service rejected the same token. */
interface Refresh {
  readonly accessToken: AccessToken
  readonly rejected: string
  readonly token: Promise<string>
}

/**
 * Only a refresh is shared. A first token may depend on who asks: on a server, each request has its own user.
 *
 * A refresh may never settle. On Workers, a request that is cancelled takes its promises and timers with it. So
 * a call that ends while it waits for a refresh makes the next call ask again.
 */
export function createGetToken(): GetToken {
  const refreshes = new Set<Refresh>()
  return async (accessToken, rejected, deadline) => {
    if (typeof accessToken === 'string') return accessToken
    if (rejected === undefined) return ask(accessToken, {})
    const shared = [...refreshes].find(
      one => one.accessToken === accessToken && one.rejected === rejected,
    )
    const refresh = shared ?? { accessToken, rejected, token: ask(accessToken, { rejected }) }
    if (refreshes.size >= MAX_REFRESHES) refreshes.clear()
    refreshes.add(refresh)
    const forget = () => void refreshes.delete(refresh)
    deadline.onEnd(forget)
    try {
      return await refresh.token
    } finally {
      forget()
    }
  }
}

async function ask(
  accessToken: Exclude<AccessToken, string>,
  context: { rejected?: string },
): Promise<string> {
  const token = await accessToken(context)
  if (isToken(token)) return token
  throw new TypeError(`the provider must return ${BEARER_TOKEN}, but got ${describeToken(token)}`)
}
