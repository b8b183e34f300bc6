import { method, path } from '../../generated/contract.ts'
import { CONTROL_PATH } from '../control/types.ts'
import type { Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'

/** Returns whether a request reads the root, where the service has nothing. */
export const isAtRoot = ({ method, target }: StoreRequest): boolean =>
  target.path === '/' && (method === 'GET' || method === 'HEAD')

/** Leads a browser, and whoever waits for the server, to the console of the session. Tells where things are. */
export function redirectToConsole({ url, target }: StoreRequest, basePath: string): Refusal {
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  const prefix = target.session === undefined ? '' : `/~${target.session}`
  const location = prefix + CONTROL_PATH
  const console = origin + location
  const operation = origin + prefix + basePath + path
  return {
    status: 302,
    message: `There is nothing at /: send ${method} to ${operation}; the console is at ${console}, the description at ${console}/openapi.yaml`,
    headers: { location },
  }
}
