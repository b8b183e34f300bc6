import { Observable } from '../parts/observable.ts'
import { feed } from './feed.ts'

/** The token that was typed. The page keeps it nowhere else. */
export const typed: Observable<{ readonly token: string | undefined }> = new Observable<{
  readonly token: string | undefined
}>({ token: undefined })

/** A token that is accepted: from the command line, or any if the mock accepts any. A real service does not. */
export function findKnownToken(): string | undefined {
  const { token, state } = feed.value
  const { accessTokens, forward } = state?.options ?? { accessTokens: 1 }
  return token ?? (accessTokens === undefined && forward === undefined ? 'token' : undefined)
}

/** The token of what the page sends to the service; empty if only its reader can know it. */
export function findToken(): string {
  const isReal = feed.value.state?.options.forward !== undefined
  return typed.value.token ?? findKnownToken() ?? (isReal ? '' : 'token')
}
