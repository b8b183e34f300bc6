import { method, path } from '../../generated/contract.ts'
import { CONTROL_PATH } from '../control/types.ts'
import type { Refusal } from '../http/answer.ts'
import { parseUrl } from '../http/parse-url.ts'
import type { StoreRequest } from '../http/request.ts'

/** Returns whether a request reads the root, or looks for the console under the base path: the service has neither. */
export const isAtRoot = ({ method, target }: StoreRequest, basePath: string): boolean =>
  (target.path === '/' || target.path === basePath + CONTROL_PATH) &&
  (method === 'GET' || method === 'HEAD')

/** Leads a browser, and whoever waits for the server, to the console of the session. Tells where things are. */
export function redirectToConsole({ url, target }: StoreRequest, basePath: string): Refusal {
  const origin = parseUrl(url)?.origin ?? ''
  const prefix = target.session === undefined ? '' : `/~${target.session}`
  const console = origin + prefix + CONTROL_PATH
  const operation = origin + prefix + basePath + path
  return {
    status: 302,
    message: `There is nothing at ${target.path}: send ${method} to ${operation}; the console is at ${console}, the description at ${console}/openapi.yaml`,
    headers: { location: toConsole(url, target.path, basePath) },
  }
}

/** The console as seen from the path of the request: a proxy in front of the mock may have taken a prefix off. */
function toConsole(url: string, path: string, basePath: string): string {
  const console = CONTROL_PATH.slice(1)
  if (path !== '/') return '../'.repeat(basePath.split('/').length - 1) + console
  const session = parseUrl(url)?.pathname.split('/').at(-1)
  return session ? `${session}/${console}` : console
}
