import { method, path } from '../../generated/contract.ts'
import { CONTROL_PATH } from '../control/types.ts'
import type { Answer, Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'

/** Returns whether a request reads the root, or looks for the console under the base path: the service has neither. */
export const isAtRoot = ({ method, target }: StoreRequest, basePath: string): boolean =>
  (target.path === '/' || target.path === basePath + CONTROL_PATH) &&
  (method === 'GET' || method === 'HEAD')

/** Returns whether a browser shows the response as a page. */
export const wantsPage = ({ headers }: StoreRequest): boolean =>
  headers.get('accept')?.includes('text/html') ?? false

/** Leads a browser to the console of the session. */
export const redirectToConsole = ({ target }: StoreRequest): Answer => ({
  status: 302,
  headers: { location: prefixOf(target.session) + CONTROL_PATH, vary: 'accept' },
  body: '',
})

/** Tells anyone else where things are. */
export function refuseRoot({ url, target }: StoreRequest, basePath: string): Refusal {
  const origin = URL.canParse(url) ? new URL(url).origin : '' // a Host may be invalid
  const prefix = prefixOf(target.session)
  const console = origin + prefix + CONTROL_PATH
  const operation = origin + prefix + basePath + path
  return {
    status: 404,
    message: `There is nothing at ${target.path}: send ${method} to ${operation}; the console is at ${console}, the description at ${console}/openapi.yaml`,
  }
}

const prefixOf = (session: string | undefined) => (session === undefined ? '' : `/~${session}`)
