import type { AccessToken } from 'plant-store-client'
import { pause, type Surroundings } from './fetches.ts'
import type { Named } from './named.ts'

/** The access tokens and providers that a client may be given. */
export const tokens: Named<(surroundings: Surroundings) => AccessToken> = {
  text: () => 'a-token-of-the-trial',
  provider: () => () => 'a-token-of-the-trial',
  refreshes:
    () =>
    ({ rejected }) =>
      rejected ? 'another-token' : 'a-token-of-the-trial',
  isSlow: surroundings => async () => {
    await pause(surroundings)
    return 'a-token-of-the-trial'
  },
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
