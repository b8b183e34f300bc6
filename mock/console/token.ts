import { feed } from './feed.ts'
import { Observable } from './observable.ts'

/** The token that was typed. The page keeps it nowhere else. */
export const typed: Observable<{ readonly token: string | undefined }> = new Observable<{
  readonly token: string | undefined
}>({ token: undefined })

/** A token that the mock accepts: from its command line, or any if it accepts any. */
export function findKnownToken(): string | undefined {
  const { token, state } = feed.value
  const acceptsAny = state !== undefined && state.options.accessTokens === undefined
  return token ?? (acceptsAny ? 'token' : undefined)
}

/** The token of what the page sends to the service. */
export const findToken = (): string => typed.value.token ?? findKnownToken() ?? 'token'
