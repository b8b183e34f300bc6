import * as contract from '../../generated/contract.ts'
import type { MockStoreOptions } from '../options.ts'
import type { Point } from './points.ts'

/** The ways to the store that the rules are held against. */
export type Door = 'store.fetch' | 'socket' | 'msw 3' | 'msw 2' | 'browser'

export interface RuleRequest {
  method?: string
  /** Under the base address. */
  path?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** One thing that the service does, whatever door it is reached through. */
export interface Rule {
  name: string
  /**
   * What the specification states: that a valid NewPlant is added (rule 1), or that nothing is
   * without a bearer token. Left out where it states no status. What it states of the shapes of
   * answers holds for each rule and is not repeated here: see `breaches`.
   */
  states?: 'added' | 'not added'
  /** Where it is silent, so that the design decides. */
  silentOn?: Point
  /** Why a real service is not asked. */
  unasked?: string
  /** What the store is set to; unless it is stated, it then says nothing of a real service. */
  options?: MockStoreOptions
  /** Requests that come first. */
  before?: RuleRequest[]
  request: RuleRequest
  answer: {
    status: number
    /** null where there must be none. */
    headers?: Record<string, string | RegExp | null>
    /** The JSON of the body, or what the message of an Error body must say. */
    body: { json: unknown } | { message: RegExp } | { text: string }
  }
  /** Doors that cannot show it, and why. */
  except?: Partial<Record<Door, string>>
}

/** What came back. */
export interface Outcome {
  status: number
  headers: Record<string, string>
  body: string
}

/** The headers that the store decides, and not the way to it. */
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

/** As much of a `Response` as is looked at. */
export type Answered = Pick<Response, 'status' | 'headers' | 'text'>

/** Sends the requests of a rule, and gives what came back for the last one. */
export async function outcomeOf(
  rule: Rule,
  baseUrl: string,
  fetch: (url: string, init: RequestInit) => Promise<Answered>,
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
