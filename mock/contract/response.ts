// What a response is by the contract, and in words.
import {
  errorMediaType,
  errorMessage,
  isErrorStatus,
  method,
  path,
  successMediaType,
} from '../../generated/contract.ts'
import type { AddPlantError, AddPlantSuccess } from '../../generated/types.ts'
import { isError, isSuccess } from '../../generated/validators.ts'
import { readJson } from '../json/read.ts'

/** What is known of a request when its response is judged. */
export interface SentRequest {
  /** The operation's, unless it is given. */
  method?: string
  /** Under the base address; the operation's, unless it is given. */
  path?: string
  body?: string | Uint8Array<ArrayBuffer>
}

/** A response as it was received. Names of headers are in lower case. */
export interface ReceivedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** A short description, with some headers: the same words for two services that do the same. */
export function describeResponse(
  response: ReceivedResponse,
  request: SentRequest,
  names: readonly string[] = [],
): string {
  const { status, headers } = response
  const described = ['location', ...names].flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [describeHeader(name, value)]
  })
  const foreign = isForeign(response, request) ? ": not the contract's Error" : ''
  return [status, describeBody(response), ...described].join(', ') + foreign
}

/** What kind of response it is, without a text of the service: "409, an Error", "500, other JSON as text/html". */
export const kindOf = (response: ReceivedResponse): string =>
  `${response.status}, ${describeBody(response)}`

export function describeBody(response: ReceivedResponse): string {
  const { status, headers, body } = response
  if (body === '') return 'no body'
  const type = mediaTypeOf(headers['content-type'])
  const as = type === specifiedMediaType(status) ? '' : ` as ${type || 'no media type'}`
  if (parseJson(body) === undefined) return `not JSON${as}`
  if (plantOf(response)) return `a Plant${as}`
  return (errorOf(response) ? 'an Error' : 'other JSON') + as
}

/** Of a challenge only scheme and error: realm and description differ between services. */
function describeHeader(name: string, value: string): string {
  if (name !== 'www-authenticate') return `${name}: ${value}`
  const [scheme] = value.split(/[\s,]/, 1)
  const [, error] = /error="([^"]*)"/.exec(value) ?? []
  return `challenge ${scheme}${error ? ` ${error}` : ''}`
}

/** Whether the client is refused without an Error. The contract asks for one with some statuses alone. */
export const isForeign = (response: ReceivedResponse, request: SentRequest): boolean =>
  response.status >= 400 &&
  !isErrorStatus(response.status) &&
  isOperation(request) &&
  !errorOf(response)

/** Other methods, other paths and queries are not specified. */
export const isOperation = (request: SentRequest): boolean =>
  (request.method ?? method) === method && (request.path ?? path) === path

export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

export const specifiedMediaType = (status: number): string =>
  isSuccessStatus(status) ? successMediaType : errorMediaType

/** In lower case and without parameters (RFC 9110, section 8.3.1). */
export const mediaTypeOf = (header = ''): string | undefined =>
  header.split(';')[0]?.trim().toLowerCase()

/** The message in the Error of a response. */
export function messageOf(response: ReceivedResponse): string | undefined {
  const error = errorOf(response)
  return error && errorMessage(error)
}

/** The plant in a success, if it has the specified shape. */
export function plantOf({ status, body }: ReceivedResponse): AddPlantSuccess | undefined {
  const value = isSuccessStatus(status) ? parseJson(body) : undefined
  return isSuccess(value) ? value : undefined
}

/** The Error in any other response, if it has the specified shape. */
export function errorOf({ status, body }: ReceivedResponse): AddPlantError | undefined {
  const value = isSuccessStatus(status) ? undefined : parseJson(body)
  return isError(value) ? value : undefined
}

/** The JSON of a body, digit for digit, or undefined. */
export function parseJson(body: string): unknown {
  if (last?.body === body) return last.value
  queueMicrotask(() => {
    last = undefined
  })
  last = { body, value: attempt(() => readJson(body, Number.POSITIVE_INFINITY)) }
  return last.value
}

/** A response is asked for its value many times while it is judged, so it is kept for that long. */
let last: { body: string; value: unknown } | undefined

function attempt(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined // not JSON
  }
}
