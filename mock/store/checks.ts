import { method, path } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.js'
import type { StoreRequest } from '../http/request.ts'
import {
  type ErrorResponse,
  errorResponse,
  preflightHeaders,
  type StoreResponse,
} from '../http/response.ts'
import { toPointer } from '../json/pointer.ts'

/** Checks path and method, and answers a preflight (Fetch, section 3.3), which needs no token. */
export function checkOperation(request: StoreRequest): StoreResponse | ErrorResponse | undefined {
  if (!request.isOperation)
    return errorResponse(
      404,
      `There is nothing at ${request.path}: send ${method} to ${path} under the base address`,
    )
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { ...preflightHeaders(method), ...ALLOW }, body: '' }
  if (request.method !== method)
    return errorResponse(405, `${request.method} is not allowed on ${path}: send ${method}`, ALLOW)
}

const ALLOW = { allow: `${method}, OPTIONS` }

/** Checks the access token (RFC 6750). No message repeats it. */
export function checkToken(
  request: StoreRequest,
  accessTokens?: ReadonlySet<string>,
): ErrorResponse | undefined {
  const credentials = request.header('authorization') ?? ''
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(credentials)?.[1]
  if (!token) {
    if (!/^bearer(?: |$)/i.test(credentials))
      return errorResponse(401, 'Send the header Authorization: Bearer <token>', challenge())
    const message =
      'Authorization must be the word Bearer and one token of A-Z a-z 0-9 - . _ ~ + / ='
    return errorResponse(400, message, challenge('invalid_request', message))
  }
  if (accessTokens && !accessTokens.has(token)) {
    const message = 'The access token is not valid'
    return errorResponse(401, message, challenge('invalid_token', message))
  }
}

const challenge = (error?: string, description?: string) => ({
  'www-authenticate': `Bearer realm="Plant Store"${
    error ? `, error="${error}", error_description="${description}"` : ''
  }`,
})

/** Checks the contract's schema, and names every wrong field. */
export function checkPlant(value: unknown): ErrorResponse | undefined {
  const issues = issuesOfRequest(value, 'json')
  if (issues.length === 0) return undefined
  const problems = issues.map(({ path, message }) => `${toPointer(path) || 'the body'} ${message}`)
  return errorResponse(400, `Not a plant: ${problems.join(', ')}`)
}
