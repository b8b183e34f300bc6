import { SESSION_HEADER, type StoreRequest } from './request.ts'
import { type ErrorResponse, errorResponse } from './response.ts'

/** What messages call a name. */
export const NAME_RULE = '1 to 64 of A-Z a-z 0-9 . _ -'

export const isSessionName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.-]{1,64}$/.test(name)

/** The session that a request names; undefined for the default one. */
export function readSessionName(request: StoreRequest): string | undefined | ErrorResponse {
  const { session } = request
  const header = request.header(SESSION_HEADER)
  const name = session ?? header
  if (name === null) return undefined
  if (session !== undefined && header !== null && session !== header)
    return errorResponse(
      400,
      `The path names the session ${quote(session)}, and ${SESSION_HEADER} names ${quote(header)}: send one of them`,
    )
  if (!isSessionName(name))
    return errorResponse(400, `${quote(name)} is not the name of a session: send ${NAME_RULE}`)
  return name
}

const quote = (name: string) => `"${name.slice(0, 100)}"`
