/** Where a request goes. */
export interface Target {
  /** The session that it names; undefined for the default one. */
  readonly session: string | undefined
  /** Whether it is for the console or the control API. */
  readonly isControl: boolean
}

/** Reads the session from `/~NAME` at the start of the path, or else from the header. */
export function readTarget(request: Request): Target {
  const { pathname } = new URL(request.url)
  const [, prefix, path = pathname] = PREFIX.exec(pathname) ?? []
  return {
    session: prefix ?? request.headers.get('x-mock-session') ?? undefined,
    isControl: /^\/__mock(\/|$)/.test(path),
  }
}

/** A tilde may arrive percent-encoded (RFC 3986, section 2.3). */
const PREFIX = /^\/(?:~|%7e)([^/]*)(\/.*)?$/i

/** Whether a session can have that name. The app refuses every other. */
export const isSessionName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name)
