import { describeType, toQuoted } from './describe-value.ts'

/**
 * A bearer token, or a token provider: a function that is called for one before every attempt, and once more after a
 * 401. It may return each user's own token, because nothing that it returns is shared between calls. For one user or
 * account, `createTokenProvider` makes one that signs in once for all calls that wait. If the function throws, or
 * returns no token, the call fails with `access-token`.
 *
 * A token is visible ASCII without spaces, which is all that fits after `Bearer ` in a header. The
 * specification does not define a format.
 *
 * @example
 * ```ts
 * import { type AccessToken, PlantStoreClient } from 'plant-store-client'
 *
 * const tokens = ['expired', 'token']
 * const accessToken: AccessToken = ({ rejected }) => {
 *   if (rejected === tokens[0]) tokens.shift()
 *   return tokens[0] ?? ''
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

/** Returns what fits after `Bearer ` in a header, or throws an error that says what must be one. */
export function checkToken(value: unknown, whatMust: string): string {
  const isString = typeof value === 'string'
  const wrong = isString && /[^!-~]/u.exec(value)?.[0]
  if (isString && value && !wrong) return value
  // Of a token, it shows only a character that no token can have.
  const got = wrong ? `a string with ${toQuoted(wrong)}` : describeType(value)
  throw new TypeError(
    `${whatMust} a bearer token of visible ASCII, without spaces or "Bearer " in front, but got ${got}`,
  )
}

/** Resolves to the token of an attempt. Rejects if the provider throws, or if there is no token. */
export async function getToken(
  accessToken: AccessToken,
  rejected: string | undefined,
): Promise<string> {
  if (typeof accessToken !== 'function') return checkToken(accessToken, 'accessToken must be')
  const context = rejected === undefined ? {} : { rejected }
  return checkToken(await accessToken(context), 'the provider must return')
}
