import { CONTROL_PATH } from '../control/types.ts'

/** The path of the control API, wherever a proxy has put it, with the session's prefix. */
export const controlPath = (): string => location.pathname.replace(/\/+$/, '')

/** The path before that of the control API: the session's, or nothing. */
export const sessionPath = (): string => controlPath().slice(0, -CONTROL_PATH.length)

/** The path of a session's console; without a name that of the default session. */
export function consolePath(session?: string): string {
  const serverPath = sessionPath().replace(/\/~[^/]*$/, '')
  return `${serverPath}${session === undefined ? '' : `/~${session}`}${CONTROL_PATH}`
}
