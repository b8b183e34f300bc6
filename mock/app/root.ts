import { method, path } from '../../generated/contract.ts'
import { CONTROL_PATH } from '../control/types.ts'
import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'

/**
 * The response to a look at the root, where the service has nothing: a browser is led to the console of
 * the session, anyone else is told where things are.
 */
export function respondAtRoot(
  request: StoreRequest,
  basePath: string,
): StoreResponse | ErrorResponse {
  const { session, url } = request
  const prefix = session === undefined ? '' : `/~${session}`
  const console = prefix + CONTROL_PATH
  if (request.header('accept')?.includes('text/html'))
    return { status: 302, headers: { location: console, vary: 'accept' }, body: '' }
  const { origin } = new URL(url)
  const operation = origin + prefix + basePath + path
  return errorResponse(
    404,
    `There is nothing at /: send ${method} to ${operation}; the console is at ${origin}${console}, the description at ${origin}${console}/openapi.yaml`,
  )
}

/** Whether a request looks at the root. */
export const isAtRoot = ({ method, path }: StoreRequest): boolean =>
  path === '/' && (method === 'GET' || method === 'HEAD')
