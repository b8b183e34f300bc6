import { method, path } from '../../generated/contract.ts'
import { CONTROL_PATH } from '../control/types.ts'
import { type Answer, errorAnswer } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'

/**
 * Responds at the root, where the service has nothing: redirects a browser to the console of the session,
 * and tells anyone else where things are.
 */
export function respondAtRoot({ url, target, headers }: StoreRequest, basePath: string): Answer {
  const { session } = target
  const prefix = session === undefined ? '' : `/~${session}`
  const console = prefix + CONTROL_PATH
  if (headers.get('accept')?.includes('text/html'))
    return { status: 302, headers: { location: console, vary: 'accept' }, body: '' }
  const origin = URL.canParse(url) ? new URL(url).origin : '' // a Host may be invalid
  const operation = origin + prefix + basePath + path
  return errorAnswer(
    404,
    `There is nothing at /: send ${method} to ${operation}; the console is at ${origin}${console}, the description at ${origin}${console}/openapi.yaml`,
  )
}

/** Returns whether a request reads the root. */
export const isAtRoot = ({ method, target }: StoreRequest): boolean =>
  target.path === '/' && (method === 'GET' || method === 'HEAD')
