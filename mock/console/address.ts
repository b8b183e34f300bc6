import { CONTROL_PATH } from '../control/types.ts'

/** The path of the control API, wherever a proxy has put it, with the session's prefix. */
export const controlPath = (): string => location.pathname.replace(/\/+$/, '')

/** The path before that of the control API: the session's, or nothing. */
export const sessionPath = (): string => controlPath().slice(0, -CONTROL_PATH.length)

/** The path of a session's console; without a name that of the default session. */
export function consolePath(session?: string): string {
  // A tilde may arrive percent-encoded (RFC 3986, section 2.3).
  const serverPath = sessionPath().replace(/\/(?:~|%7e)[^/]*$/i, '')
  return `${serverPath}${session === undefined ? '' : `/~${session}`}${CONTROL_PATH}`
}

/** Puts a session that a header named into the page's address, from which the page makes its links. */
export function showInAddress(session: string | undefined): void {
  const path = consolePath(session)
  if (session !== undefined && controlPath() !== path) history.replaceState(null, '', path)
}
