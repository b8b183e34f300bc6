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
import { BYTE_ORDER_MARK, parseExactly } from '../json/read.ts'

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

/** A response to be judged, with the JSON of its body. */
export class ReadResponse implements ReceivedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** Kept weakly: the value may take many times the memory of the text, and is asked for only while it is judged. */
  #json: WeakRef<{ readonly value: unknown }> | undefined

  constructor({ status, headers, body }: ReceivedResponse) {
    this.status = status
    this.headers = headers
    this.body = body
  }

  /** Digit for digit; undefined if the body is not JSON. A byte order mark before it is ignored. */
  get json(): unknown {
    const kept = this.#json?.deref()
    if (kept) return kept.value
    const json = { value: parseJson(this.body.replace(BYTE_ORDER_MARK, '')) }
    this.#json = new WeakRef(json)
    return json.value
  }
}

/** How what a service wrote is hidden where it is put into words: whole, before anything is cut. */
export interface Hide {
  text(text: string): string
  /** The name is in lower case. */
  header(name: string, value: string): string
}

/** For what is compared and not printed. */
export const HIDE_NOTHING: Hide = { text: text => text, header: (_, value) => value }

/** What came, as data. The words are made where it is read. */
export interface Came {
  readonly status: number
  readonly body: 'no body' | 'not JSON' | 'a Plant' | 'an Error' | 'other JSON'
  /** The headers that are told of, such as `Location`. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a refusal is not the contract's Error. */
  readonly isForeign: boolean
}

/** What came, with some headers. */
export function cameOf(
  response: ReadResponse,
  request: SentRequest,
  names: readonly string[] = [],
): Came {
  const { status, headers } = response
  const told = ['content-type', 'location', ...names].flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    status,
    body: bodyOf(response),
    headers: Object.fromEntries(told),
    isForeign: isForeign(response, request),
  }
}

function bodyOf(response: ReadResponse): Came['body'] {
  if (response.body === '') return 'no body'
  if (response.json === undefined) return 'not JSON'
  if (plantOf(response)) return 'a Plant'
  return errorOf(response) ? 'an Error' : 'other JSON'
}

/** A short description, with the headers: the same words for two services that do the same. */
export function describeCame(came: Came, hide: Hide): string {
  const described = Object.entries(came.headers).flatMap(([name, value]) =>
    name === 'content-type' ? [] : [describeHeader(name, hide.header(name, value))],
  )
  const foreign = came.isForeign ? ": not the contract's Error" : ''
  return [describeKind(came, hide), ...described].join(', ') + foreign
}

/** What kind of response it is: "409, an Error", "500, other JSON as text/html". */
export function describeKind({ status, body, headers }: Came, hide: Hide): string {
  const type = headers['content-type']
  const isUsual = body === 'no body' || mediaTypeOf(type) === specifiedMediaType(status)
  const shown = type && mediaTypeOf(hide.header('content-type', type))
  return `${status}, ${body}${isUsual ? '' : ` as ${shown || 'no media type'}`}`
}

/** The kind of a response, to compare it with others. It is not printed. */
export const kindOf = (response: ReadResponse): string => kindOfCame(cameOf(response, {}))

export const kindOfCame = (came: Came): string => describeKind(came, HIDE_NOTHING)

/** Of a challenge only scheme and error: realm and description differ between services. */
function describeHeader(name: string, value: string): string {
  if (name !== 'www-authenticate') return `${name}: ${value}`
  const [scheme] = value.split(/[\s,]/, 1)
  const [, error] = /error="([^"]*)"/.exec(value) ?? []
  return `challenge ${scheme}${error ? ` ${error}` : ''}`
}

/** Whether the client is refused without an Error. The contract asks for one with some statuses alone. */
export const isForeign = (response: ReadResponse, request: SentRequest): boolean =>
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

/** The charset that a Content-Type states, unless UTF-8 reads it too. */
export const charsetOf = (header = ''): string | undefined =>
  /;\s*charset="?(?!utf-?8\b|us-ascii\b)([^\s";]+)/i.exec(header)?.[1]

/** The message in the Error of a response. */
export function messageOf(response: ReadResponse): string | undefined {
  const error = errorOf(response)
  return error && errorMessage(error)
}

/** The plant in a success, if it has the specified shape. */
export function plantOf({ status, json }: ReadResponse): AddPlantSuccess | undefined {
  return isSuccessStatus(status) && isSuccess(json) ? json : undefined
}

/** The Error in any other response, if it has the specified shape. */
export function errorOf({ status, json }: ReadResponse): AddPlantError | undefined {
  return !isSuccessStatus(status) && isError(json) ? json : undefined
}

/** The JSON of a body, digit for digit, or undefined. */
export function parseJson(body: string): unknown {
  try {
    return parseExactly(body)
  } catch {
    return undefined // not JSON
  }
}
