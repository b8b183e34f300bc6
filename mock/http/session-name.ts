import { copyText } from '../json/copy-text.ts'
import type { Refusal } from './answer.ts'
import { redactUrl } from './redact.ts'
import type { StoreRequest } from './request.ts'

export const SESSION_HEADER = 'x-mock-session'

/** Describes a name in messages. */
export const VALID_NAME = '1 to 64 of A-Z a-z 0-9 . _ -'

export const isSessionName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.-]{1,64}$/.test(name)

/** Returns the session that a request names, if any, or why it names none. */
export function readSessionName(request: StoreRequest): {
  readonly name?: string | undefined
  readonly refusal?: Refusal
} {
  const { session } = request.target
  const header = request.headers.get(SESSION_HEADER)
  const name = session ?? header
  if (name === undefined) return {}
  if (session !== undefined && header !== undefined && session !== header)
    return refuse(
      `The path names the session ${quoteName(session)}, and ${SESSION_HEADER} names ${quoteName(header)}: send one of them`,
    )
  if (!isSessionName(name))
    return refuse(`${quoteName(name)} is not the name of a session: send ${VALID_NAME}`)
  return { name }
}

const refuse = (message: string) => ({ refusal: { status: 400, message } })

const quoteName = (name: string) => `"${copyText(redactUrl(name), 100)}"`
