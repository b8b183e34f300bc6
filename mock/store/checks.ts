import { method, path } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import type { StoreRequest } from '../http/request.ts'
import {
  type ErrorResponse,
  errorResponse,
  preflightHeaders,
  type StoreResponse,
} from '../http/response.ts'
import { describeJson } from '../json/describe.ts'
import { toPointer } from '../json/pointer.ts'

/** Checks path and method, and answers a preflight (Fetch, section 3.3), which needs no token. */
export function checkOperation(request: StoreRequest): StoreResponse | ErrorResponse | undefined {
  if (!request.isOperation)
    return errorResponse(404, `There is nothing at ${request.path}: ${describeAddress(request)}`)
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { ...preflightHeaders(method), ...ALLOW }, body: '' }
  if (request.method !== method)
    return errorResponse(405, `${request.method} is not allowed on ${path}: send ${method}`, ALLOW)
}

/** Names the whole address, because the path alone says nothing to who has forgotten the base path. */
function describeAddress({ url, path: sent, operationPath }: StoreRequest): string {
  if (operationPath === undefined || !URL.canParse(url))
    return `send ${method} to ${path} under the base address`
  const advice = `send ${method} to ${new URL(url).origin}${operationPath}`
  const basePath = sent.endsWith(path) ? sent.slice(0, -path.length) : ''
  return basePath.length > 1 ? `${advice}, or start the mock with --base-path ${basePath}` : advice
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
  const problems = findPlantProblems(value)
  return problems.length > 0 ? errorResponse(400, `Not a plant: ${problems.join('; ')}`) : undefined
}

/** What keeps a JSON value from being a plant, and what came instead; `at` is where the value is. */
export const findPlantProblems = (value: unknown, at = ''): string[] =>
  issuesOfRequest(value, 'json').map(({ path, message }) => {
    const place = at + toPointer(path) || 'the body'
    const received = path.reduce<unknown>((part, name) => Object(part)[name], value)
    return `${place} ${describeProblem(message, received)}`
  })

function describeProblem(message: string, received: unknown): string {
  if (received === undefined || mayBeRounded(received)) return message
  const isNumeral = typeof received === 'string' && /^-?\d+$/.test(received)
  const hint = isNumeral && NUMERIC.test(message) ? ': send it without quotes' : ''
  return `${message}, but got ${describeJson(received)}${hint}`
}

/** Beyond 2^53 a number may have lost the digits that were sent. */
const mayBeRounded = (value: unknown) =>
  Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER

const NUMERIC = /^must be an? (?:number|int)/
