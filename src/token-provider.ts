import { resolveProviderOptions } from './settings.ts'
import { getToken } from './token.ts'

/** One call of `signIn`. */
interface SignIn {
  readonly startedAt: number
  /** The token that it is to replace. */
  readonly rejected: string | undefined
  readonly result: Promise<string>
  /** The token, once it is there. */
  token?: string
  hasFailed?: true
}

/**
 * Makes a token provider for one user or one account, which signs in once for all calls that wait for a token.
 *
 * The token is kept until the service rejects it. A 401 for an older token signs in no second time. An aborted
 * call does not end the sign-in that it waited for. If a sign-in fails, so do the calls that wait for it, and the next
 * call tries again. If one has not settled after `timeout`, the next call starts another; from then on, only the token
 * of the newest is kept.
 *
 * Make a new provider for each user, after a sign-out, and for each request of a Worker.
 *
 * @param signIn Returns a new token, or a promise of one. It is called like any token provider: with the token that
 *   the service `rejected`, unless it is the first time. If it returns a rejected token again, it is called for each
 *   call that was rejected with it.
 * @param options `timeout`: milliseconds to wait for a sign-in before another call starts one, 30,000 unless it is
 *   given. `Infinity` for a dialog that must not open twice.
 * @throws A `TypeError` that names the wrong argument.
 *
 * @example
 * ```ts
 * import { createTokenProvider, PlantStoreClient } from 'plant-store-client'
 *
 * const signIn = async () => 'token' // in an application: ask your identity provider
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: createTokenProvider(signIn),
 * })
 * const result = await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(result.ok) // true
 * ```
 */
export function createTokenProvider(
  signIn: (context: { rejected?: string }) => string | Promise<string>,
  options?: { timeout?: number | undefined },
): (context?: { rejected?: string }) => Promise<string> {
  const { timeout } = resolveProviderOptions(signIn, options)
  let newest: SignIn | undefined

  function start(rejected: string | undefined): SignIn {
    const one: SignIn = {
      rejected,
      startedAt: performance.now(),
      result: getToken(signIn, rejected),
    }
    one.result.then(
      token => {
        one.token = token
      },
      () => {
        one.hasFailed = true
      },
    )
    return one
  }

  return async ({ rejected } = {}) => {
    if (!newest) newest = start(rejected)
    else if (newest.hasFailed || isOverdue(newest)) newest = start(newest.rejected ?? rejected)
    else if (newest.token !== undefined && newest.token === rejected) newest = start(rejected)
    return newest.result
  }

  function isOverdue({ token, startedAt }: SignIn): boolean {
    return token === undefined && performance.now() - startedAt >= timeout
  }
}
