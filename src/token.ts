import type { Fail } from './errors.ts'
import type { AccessToken } from './options.ts'

/** All that fits after `Bearer ` in a header: visible ASCII. The specification shows no format. */
export const isToken = (token: unknown): token is string =>
  typeof token === 'string' && /^[!-~]+$/.test(token)

/** Gives the token of an attempt; `rejected` is the one that the service has just answered 401 to. */
export type AskForToken = (
  rejected: string | undefined,
  fail: Fail,
  signal: AbortSignal,
) => Promise<string>

/** Those who ask at the same time with the same `rejected` share one answer of the provider. */
export function tokenSource(accessToken: AccessToken): AskForToken {
  if (typeof accessToken === 'string') return async () => accessToken

  const asked = new Map<string | undefined, { answer: Promise<string>; signal: AbortSignal }>()
  const provide = async (rejected: string | undefined) =>
    accessToken({ rejected } as { rejected?: string })

  return async (rejected, fail, signal) => {
    const refuse = (facts?: { cause: unknown }): never => {
      throw fail('access-token', 'was not sent: accessToken gave no token', facts)
    }
    let question = asked.get(rejected)
    // A provider that hangs is not to hang the calls after the one that asked.
    if (!question || question.signal.aborted) {
      question = { answer: provide(rejected), signal }
      asked.set(rejected, question)
    }
    let token: unknown
    try {
      token = await question.answer
    } catch (cause) {
      refuse({ cause })
    } finally {
      if (asked.get(rejected) === question) asked.delete(rejected)
    }
    return isToken(token) ? token : refuse()
  }
}
