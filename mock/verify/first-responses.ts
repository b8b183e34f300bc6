import { method, path } from '../../generated/contract.ts'
import type { Outcome } from '../contract/response.ts'
import {
  describeRefusal,
  errorOf,
  isSuccessStatus,
  parseJson,
  plantOf,
} from '../contract/response.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { NoResponse } from './requester.ts'
import { type Sanitize, sanitizeBody } from './sanitize.ts'

/** Why further requests would say nothing: the first one, a valid plant, tells whether address and token are right. */
export function checkFirst(
  baseUrl: string,
  response: Outcome | NoResponse,
  sanitize: Sanitize,
): string | undefined {
  if (response instanceof NoResponse)
    return `${baseUrl} cannot be verified: ${sanitize(response.message)}`
  const { status, headers } = response
  const came = sanitize(describeRefusal(response))
  if (status === 401 || status === 403)
    return `${baseUrl} does not accept this token: it returned ${came}`
  const returned = `${method} ${baseUrl}${path}, with a valid plant, returned`
  if (status >= 300 && status < 400) {
    const to = headers.location === undefined ? '' : ` to ${sanitize(headers.location)}`
    return `${returned} ${status}, a redirect${to}. Redirects are not followed: verify the address that it leads to`
  }
  if (status === 404 || status === 405)
    return `${returned} ${came}. The base address is wrong: ${adviseAddress(baseUrl)}`
  return undefined
}

/** What is there is another service, if it answers two valid plants with neither a Plant nor an Error. */
export function checkSecond(
  baseUrl: string,
  responses: readonly (Outcome | NoResponse)[],
  sanitize: Sanitize,
): string | undefined {
  const strange = responses.filter(isStrange)
  if (strange.length < responses.length) return undefined
  const [first] = strange
  const came = first ? `${sanitize(describeRefusal(first))}: ${sanitizeBody(first, sanitize)}` : ''
  return `${baseUrl} cannot be verified: ${method} ${baseUrl}${path}, with two valid plants, returned neither a Plant nor an Error, but ${came}. Check the address`
}

/** A success without a body, or with other JSON, may well come from a service that differs. */
function isStrange(response: Outcome | NoResponse): response is Outcome {
  if (response instanceof NoResponse || plantOf(response) || errorOf(response)) return false
  const { status, body } = response
  return !isSuccessStatus(status) || (body !== '' && parseJson(body) === undefined)
}

/** What the base address might be. */
function adviseAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = withoutTrailingSlashes(pathname)
  const added = `verify adds ${path} to it`
  if (basePath.endsWith(path))
    return `${added}, so leave ${path} out: ${origin}${basePath.slice(0, -path.length)}`
  if (basePath !== '')
    return `${added}. If the service has no ${basePath} before ${path}, try ${origin}`
  return `${added}. If the service has a path before ${path}, such as /v1, try ${origin}/v1`
}
