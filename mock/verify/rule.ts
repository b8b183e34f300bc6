import * as contract from '../../generated/contract.ts'
import type { MockStoreOptions } from '../store/options.ts'
import type { Point } from './points.ts'

/** The transports that the tests run every rule through. */
export type Transport = 'store.fetch' | 'socket' | 'msw 3' | 'msw 2' | 'browser'

export interface RuleRequest {
  method?: string
  /** Under the base address. */
  path?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** One thing that the service does, whatever transport reaches it. */
export interface Rule {
  name: string
  /**
   * What the specification states: that a valid NewPlant is added (rule 1), or that nothing is added
   * without a bearer token. Left out if it states no status. What it states about the shape of
   * responses applies to every rule: see `judge`.
   */
  specified?: 'added' | 'not added'
  /** What the specification leaves open, so that the design decides. */
  unspecified?: Point
  /** Why a real service is not tested on this rule. */
  skipped?: string
  /** The options of the store. Such a rule says nothing of a real service unless it is specified. */
  options?: MockStoreOptions
  /** Requests to send first. */
  before?: RuleRequest[]
  request: RuleRequest
  response: {
    status: number
    /** null for a header that must be missing. */
    headers?: Record<string, string | RegExp | null>
    /** The JSON of the body, what the message of an Error body must match, or the text. */
    body: { json: unknown } | { message: RegExp } | { text: string }
  }
  /** The transports that cannot show it, and why. */
  except?: Partial<Record<Transport, string>>
}

/** The response to the request of a rule. */
export interface Outcome {
  status: number
  headers: Record<string, string>
  body: string
}

/** The headers that the store sets, not the transport. */
const HEADERS = [
  'content-type',
  'www-authenticate',
  'allow',
  'accept',
  'accept-encoding',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'location',
]

/** The part of a `Response` that is used. */
export type MinimalResponse = Pick<Response, 'status' | 'headers' | 'text'>

/** Sends the requests of a rule. Resolves to the outcome of the last one. */
export async function runRule(
  rule: Rule,
  baseUrl: string,
  fetch: (url: string, init: RequestInit) => Promise<MinimalResponse>,
): Promise<Outcome> {
  const send = ({ headers = {}, body, ...request }: RuleRequest) => {
    const { method, path } = { ...contract, ...request }
    return fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
  }
  for (const request of rule.before ?? []) await (await send(request)).text()
  const response = await send(rule.request)
  const headers: Outcome['headers'] = {}
  for (const name of HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.text() }
}
