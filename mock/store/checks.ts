import { method, path, requestMediaType } from '../../generated/contract.ts'
import type { Answer, Refusal } from '../http/answer.ts'
import { checkMediaType } from '../http/body.ts'
import { withCors } from '../http/cors.ts'
import { parseUrl } from '../http/parse-url.ts'
import { redactUrl } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import type { Settings } from './options.ts'
import type { NewPlant } from './plant.ts'
import { canonicalId, type Plants } from './plants.ts'
import { MAX_HEADERS } from './request-record.ts'

/**
 * The checks of a request before its body is looked at, in their order. The first refusal is the answer. `service` is
 * the address of the one that a server forwards to, if it does.
 */
export const checkHead = (request: StoreRequest, service?: string): Refusal | undefined =>
  checkHeaderCount(request) ?? // 431
  checkExpectation(request) ?? // 417
  checkTarget(request, service)

function checkTarget(request: StoreRequest, service?: string): Refusal | undefined {
  const refusal = checkPath(request, service) ?? checkMethod(request) // 404, 405
  if (!refusal || service === undefined) return refusal
  return { ...refusal, message: `${refusal.message}; nothing else is forwarded to ${service}` }
}

/** A body that was read. Its plant is kept while a request waits, and nothing else of its value. */
export interface Received {
  /** In bytes; undefined if the body was too long to be read. */
  readonly size: number | undefined
  /** Set if the body is too long, not UTF-8 or not JSON. */
  readonly refusal: Refusal | undefined
  /** Why it is not a plant. */
  readonly problems: readonly string[]
  /** Undefined if it is not a plant. */
  readonly plant: NewPlant | undefined
}

/** The checks after holds and failures, in their order. The first refusal is the answer. */
export const checkRequest = (
  request: StoreRequest,
  received: Received,
  accessTokens: ReadonlySet<string> | undefined,
  { settings, plants }: { readonly settings: Settings; readonly plants: Plants },
): Refusal | undefined =>
  checkToken(request, accessTokens) ?? // 401, 400
  checkContent(request, received) ??
  checkIsNew(received.plant, settings, plants) // 400

/** The checks of the body, in their order. */
export const checkContent = (
  request: StoreRequest,
  { size, refusal, problems }: Pick<Received, 'size' | 'refusal' | 'problems'>,
): Refusal | undefined =>
  checkHasBody(request, size) ?? // 400
  checkMediaType(request, requestMediaType) ?? // 415
  refusal ?? // 413, 503, not UTF-8, not JSON
  checkIsPlant(problems) // 400

/** Answers a request for the options of the operation (RFC 9110, section 9.3.7), which needs no token. */
export const answerOptions = (request: StoreRequest): Answer | undefined =>
  request.method === 'OPTIONS' && request.target.isOperation
    ? withCors({ status: 204, headers: ALLOW, body: '' }, request)
    : undefined

export function checkHeaderCount({ headerCount }: StoreRequest): Refusal | undefined {
  if (headerCount <= MAX_HEADERS) return undefined
  const message = `The request has ${headerCount} headers: send at most ${MAX_HEADERS}`
  return { status: 431, message }
}

/** RFC 9110, section 10.1.1, knows one expectation. */
function checkExpectation({ headers }: StoreRequest): Refusal | undefined {
  const expectation = headers.get('expect')
  if (expectation === undefined || expectation.toLowerCase() === '100-continue') return undefined
  return { status: 417, message: 'The only expectation supported is 100-continue' }
}

function checkPath(request: StoreRequest, service?: string): Refusal | undefined {
  if (request.target.isOperation) return undefined
  const sent = redactUrl(request.target.path)
  const message = `There is nothing at ${sent}: ${describeAddress(request, sent, service)}`
  return { status: 404, message }
}

function checkMethod({ method: sent }: StoreRequest): Refusal | undefined {
  if (sent === method) return undefined
  const message = `${sent} is not allowed on ${path}: send ${method}`
  return { status: 405, message, headers: ALLOW }
}

/** One that the mock takes as it is, and that a shell does, too: who reads a message may paste it. */
const PLAIN_BASE_PATH = /^(?:\/[\w.%-][\w.~%-]*)+$/

/** Names the whole address: the path alone does not help someone who forgot the base path. */
function describeAddress(
  { url, target }: StoreRequest,
  sent: string,
  service: string | undefined,
): string {
  const { operationPath } = target
  const parsed = parseUrl(url)
  if (operationPath === undefined || !parsed)
    return `send ${method} to ${path} under the base address`
  const { origin, pathname } = parsed
  const advice = `send ${method} to ${origin}${operationPath}`
  // A path that URL parsers rewrite, such as /./plants, cannot be under a base path.
  const basePath = sent.endsWith(path) && pathname.endsWith(sent) ? sent.slice(0, -path.length) : ''
  if (basePath.endsWith(path)) return `the base address has one ${path} too many: ${advice}`
  return PLAIN_BASE_PATH.test(basePath) && service === undefined
    ? `${advice}, or start the mock with --base-path ${basePath}`
    : advice
}

export const ALLOW: Readonly<Record<string, string>> = { allow: `${method}, OPTIONS` }

/** Checks the access token (RFC 6750). No message repeats it. */
function checkToken(
  request: StoreRequest,
  accessTokens: ReadonlySet<string> | undefined,
): Refusal | undefined {
  const credentials = request.headers.get('authorization') ?? ''
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(credentials)?.[1]
  if (!token) {
    if (!/^bearer(?: |$)/i.test(credentials)) {
      const message = 'Send the header Authorization: Bearer <token>'
      return { status: 401, message, headers: challenge() }
    }
    const message =
      'Authorization must be the word Bearer and one token of A-Z a-z 0-9 - . _ ~ + / ='
    return { status: 400, message, headers: challenge('invalid_request', message) }
  }
  if (accessTokens && !accessTokens.has(token)) {
    const message = 'The access token is not valid'
    return { status: 401, message, headers: challenge('invalid_token', message) }
  }
}

const challenge = (error?: string, description?: string) => ({
  'www-authenticate': `Bearer realm="Plant Store"${
    error ? `, error="${error}", error_description="${description}"` : ''
  }`,
})

/** Without a body there is no media type to refuse (RFC 9110, sections 8.3 and 15.5.16). */
const checkHasBody = ({ headers }: StoreRequest, size: number | undefined): Refusal | undefined =>
  size === 0 && !headers.has('content-type')
    ? { status: 400, message: 'A body is required' }
    : undefined

/** Names every field that breaks the contract's schema. */
const checkIsPlant = (problems: readonly string[]): Refusal | undefined =>
  problems.length > 0 ? { status: 400, message: `Not a plant: ${problems.join('; ')}` } : undefined

function checkIsNew(
  plant: NewPlant | undefined,
  { duplicateIds }: Settings,
  plants: Plants,
): Refusal | undefined {
  if (duplicateIds === 'accept' || !plant || !plants.hasId(plant.id)) return undefined
  return { status: 400, message: `A plant with the id ${canonicalId(plant.id)} already exists` }
}
