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
  const send = ({ method = 'POST', path = '/plants', headers = {}, body }: RuleRequest) =>
    fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
  for (const request of rule.before ?? []) await (await send(request)).text()
  const response = await send(rule.request)
  const headers: Outcome['headers'] = {}
  for (const name of HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.text() }
}

/** In what an outcome differs from its rule. */
export function differences({ answer }: Rule, { status, headers, body }: Outcome): string[] {
  const found: string[] = []
  const differs = (what: string, got: unknown, wanted: unknown) =>
    found.push(`${what} is ${JSON.stringify(got)}, not ${wanted}`)

  if (status !== answer.status) differs('status', status, answer.status)
  const wanted: typeof answer.headers = { 'access-control-allow-origin': '*', ...answer.headers }
  for (const [name, value] of Object.entries(wanted)) {
    const got = headers[name] ?? null
    const holds = typeof value === 'object' && value ? value.test(got ?? '') : got === value
    if (!holds) differs(name, got, value)
  }
  if ('text' in answer.body) {
    if (body !== answer.body.text) differs('body', body, answer.body.text)
    return found
  }
  if (headers['content-type'] !== 'application/json')
    differs('content-type', headers['content-type'], 'application/json')
  if ('json' in answer.body) {
    const json = JSON.stringify(answer.body.json)
    if (body !== json) differs('body', body, json)
    return found
  }
  const { error, message, ...rest } = JSON.parse(body)
  if (error !== status || Object.keys(rest).length > 0) differs('body', body, 'an Error')
  if (!answer.body.message.test(message)) differs('message', message, answer.body.message)
  return found
}
