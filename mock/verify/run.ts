import { checkFirst } from './first-response.ts'
import { type Outcome, sendAll } from './probe.ts'
import type { PlannedProbe } from './probes.ts'
import { createRequester, NoResponse } from './requester.ts'
import { createSanitizer } from './sanitize.ts'

export interface Target {
  baseUrl: string
  token: string
  firstId: bigint
  /** Milliseconds for each response. */
  timeout: number
}

/** A probe, and what the service returned to the last of its requests. */
export interface Result extends PlannedProbe {
  response: Outcome | NoResponse
}

export interface Run {
  results: Result[]
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

/** This many requests in a row without a response end the run. */
const MAX_MISSING = 3

/** Runs the probes against a service, one request after the other. */
export async function run(
  { baseUrl, token, timeout }: Target,
  plan: readonly PlannedProbe[],
  { onProbe, onWait }: Listener,
): Promise<Run> {
  const fetch = createRequester(timeout, onWait)
  const sanitize = createSanitizer(token)
  const results: Result[] = []
  let missing = 0
  for (const [index, planned] of plan.entries()) {
    onProbe(index)
    const response = await sendAll(planned.requests, baseUrl, fetch).catch(toNoResponse)
    const stopped = index === 0 ? checkFirst(baseUrl, response, sanitize) : undefined
    if (stopped) return { results, stopped }
    results.push({ ...planned, response })
    missing = response instanceof NoResponse ? missing + 1 : 0
    if (response instanceof NoResponse && missing === MAX_MISSING)
      return { results, stopped: `${baseUrl} stopped answering: ${sanitize(response.message)}` }
  }
  return { results }
}

function toNoResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error
  throw error
}
