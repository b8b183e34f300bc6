import { AsyncLocalStorage } from 'node:async_hooks'

/** One call of a trial: which plant it adds, and for whom. */
export interface Caller {
  readonly id: number
  readonly user: number
}

/** Whose call is under way, as on a server where each request has a user of its own. */
export const caller: AsyncLocalStorage<Caller> = new AsyncLocalStorage()

export const TOKEN = 'a-token-of-the-trial'

/** The token of whoever is calling, in its nth version. */
export const tokenOfCaller = (version = 0): string =>
  `${TOKEN}.${caller.getStore()?.user}.${version}`

/** Whether a token belongs to nobody, or to this user. */
export const isTokenOf = (token: string, user: number): boolean =>
  !token.startsWith(`${TOKEN}.`) || token.startsWith(`${TOKEN}.${user}.`)
