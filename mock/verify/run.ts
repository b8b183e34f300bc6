import type { Outcome } from '../contract/response.ts'
import { bearer } from './bodies.ts'
import { checkFirst, checkSecond } from './first-responses.ts'
import { sendAll } from './probe.ts'
import type { Choice, PlannedProbe } from './probes.ts'
import { createRequester, type Fetch, NoResponse } from './requester.ts'
import { createSanitizer } from './sanitize.ts'

export interface Target extends Choice {
  baseUrl: string
  /** Milliseconds for each response. */
  timeout: number
}

/** A probe, and what the service returned to the last of its requests. */
export interface Result extends PlannedProbe {
  response: Outcome | NoResponse
}

export interface Run {
  results: Result[]
  /** How many requests were sent, repeated ones included. */
  requests: number
  /** Why the run ended early: further responses would say nothing. */
  stopped?: string | undefined
}

/** Hears how far a run is. */
export interface Listener {
  /** The probe with this index is about to be run. */
  onProbe(index: number): void
  /** A request is repeated after this time. */
  onWait(status: number, seconds: number): void
}

/** After so many probes in a row without a response, the run ends if the service is not there. */
const MAX_MISSING = 3

/** Runs the probes against a service, one request after the other. */
export async function run(
  { baseUrl, token, timeout }: Target,
  plan: readonly PlannedProbe[],
  { onProbe, onWait }: Listener,
): Promise<Run> {
  let requests = 0
  const fetch = createRequester(timeout, { onRequest: () => requests++, onWait })
  const sanitize = createSanitizer(token)
  const results: Result[] = []
  let missing = 0
  for (const [index, planned] of plan.entries()) {
    onProbe(index)
    const response = await sendAll(planned.requests, baseUrl, fetch).catch(toNoResponse)
    results.push({ ...planned, response })
    const stopped =
      index === 0
        ? checkFirst(baseUrl, response, sanitize)
        : index === 1 &&
          checkSecond(
            baseUrl,
            results.map(each => each.response),
            sanitize,
          )
    if (stopped) return { results: [], requests, stopped }
    missing = response instanceof NoResponse ? missing + 1 : 0
    if (missing < MAX_MISSING) continue
    missing = 0
    if (await isAlive(baseUrl, token, fetch)) continue
    // What came after the first of them says nothing about its probe.
    results.splice(1 - MAX_MISSING)
    const { probe, response: last } = results.at(-1) ?? { probe: planned.probe, response }
    const why = last instanceof NoResponse ? sanitize(last.message) : ''
    const ended = `${baseUrl} stopped answering after "${probe.name}": ${why}`
    return { results, requests, stopped: ended }
  }
  return { results, requests }
}

/** Whether a request that adds nothing gets a response: a service may leave only some without one. */
const isAlive = (baseUrl: string, token: string, fetch: Fetch): Promise<boolean> =>
  sendAll([{ method: 'GET', headers: bearer(token) }], baseUrl, fetch).then(
    () => true,
    () => false,
  )

function toNoResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error
  throw error
}
