import { type AccessToken, createTokenProvider } from 'plant-store-client'
import { pause, type Surroundings } from './fetches.ts'
import type { Named } from './named.ts'
import { caller, TOKEN, tokenOfCaller } from './users.ts'

/** The access tokens and providers that a client may be given. */
export const tokens: Named<(surroundings: Surroundings) => AccessToken> = {
  text: () => TOKEN,
  provider: () => () => tokenOfCaller(),
  refreshes:
    () =>
    ({ rejected }) =>
      tokenOfCaller(rejected ? 1 : 0),
  rotates: surroundings => {
    let version = 0
    return async ({ rejected }) => {
      const token = tokenOfCaller(rejected ? ++version : version)
      await pause(surroundings)
      return token
    }
  },
  oneForEachUser: surroundings => {
    const providers = [0, 1].map(user =>
      createTokenProvider(async ({ rejected }) => {
        await pause(surroundings)
        return `${TOKEN}.${user}.${rejected ? 1 : 0}`
      }),
    )
    return async context => (await providers[caller.getStore()?.user ?? 0]?.(context)) ?? ''
  },
  isSlow: surroundings => async () => {
    await pause(surroundings)
    return tokenOfCaller()
  },
  refreshHangs:
    () =>
    ({ rejected }) =>
      rejected ? new Promise<string>(() => {}) : tokenOfCaller(),
  hangs: () => () => new Promise<string>(() => {}),
  throws: () => () => {
    throw new Error('signed out')
  },
  rejectsLate: surroundings => async () => {
    await pause(surroundings)
    throw new Error('signed out')
  },
  givesNothing: () => () => undefined as never,
}
