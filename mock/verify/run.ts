import { parsePlant } from '../contract/parse-plant.ts'
import { describeRefusal } from '../contract/refusal.ts'
import { isOperation } from '../contract/response.ts'
import { createTokenRedactor } from '../http/redact-token.ts'
import { adviseOnStatus } from './advice.ts'
import { isAdded, open, sentences } from './opening.ts'
import { sendAll } from './probe.ts'
import type { Plan, PlannedProbe } from './probes.ts'
import { createRequester, NoResponse } from './requester.ts'
import { sanitize } from './sanitize.ts'
import type { Result, Target } from './target.ts'

export interface Run {
  /** The plan that was followed. */
  plan: Plan
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

/** The most requests that a run adds to its plan: smaller ids at first, and plain plants when it doubts. */
export const MAX_MORE = 12

/** Runs the probes against a service, one request after the other. */
export async function run(
  target: Target,
  planned: Plan,
  listener: Listener,
  fetch?: typeof globalThis.fetch,
): Promise<Run> {
  const { baseUrl, token, headers } = target
  let requests = 0
  const redact = createTokenRedactor([token, ...Object.values(headers)], '[token]')
  const request = createRequester(
    { ...target, redact, fetch },
    { onRequest: () => requests++, onWait: listener.onWait },
  )
  const send = async (each: PlannedProbe): Promise<Result> => {
    const response = await sendAll(each.requests, baseUrl, request).catch(toNoResponse)
    return { ...each, response, sent: requests }
  }

  listener.onProbe(0)
  const opened = await open(target, planned, send)
  if ('stopped' in opened) return { plan: planned, results: [], requests, ...opened }
  const { plan, results, done } = opened
  const plain = results.find(isAdded)?.probe
  const trust = new Trust(token, results.findLastIndex(isAdded) + 1)
  for (const [index, each] of plan.probes.entries()) {
    if (index < done) continue
    listener.onProbe(index)
    const result = await send(each)
    results.push(result)
    trust.note(result, results.length)
    const isLast = index === plan.probes.length - 1
    if (!plain || !(trust.isLost || isLast)) continue
    const again = await send(plan.another(plain))
    if (isAdded(again)) trust.confirm(results.length)
    else return { plan, requests, ...stop(baseUrl, results, trust.proven, again) }
  }
  return { plan, results, requests }
}

/**
 * Whether the service is still itself. A valid plant that is added proves that it is; refusals that do not
 * speak of the plant (an expired token, a route that is gone, a failure), and many others in a row, are reason
 * to send a plain plant.
 */
class Trust {
  readonly #authorization: string
  #doubt = 0
  #limit = 4
  /** How many results are known to tell of the service itself. */
  proven: number

  constructor(token: string, proven: number) {
    this.#authorization = `Bearer ${token}`
    this.proven = proven
  }

  get isLost(): boolean {
    return this.#doubt >= this.#limit
  }

  note(result: Result, count: number): void {
    const request = result.requests.at(-1) ?? {}
    const { response, probe } = result
    if (request.headers?.authorization !== this.#authorization || !isOperation(request)) return
    if (isAdded(result)) {
      if (!parsePlant(request.body)) return
      this.#doubt = 0
      this.proven = count
    } else if (response instanceof NoResponse || !ABOUT_THE_PLANT.includes(response.status))
      this.#doubt += 2
    else if (probe.isSpecified) this.#doubt += 1
  }

  /** A plain plant was added. The next one is sent after twice as many refusals, so that there are few. */
  confirm(count: number): void {
    this.#doubt = 0
    this.#limit *= 2
    this.proven = count
  }
}

/** Statuses that refuse the content of a request (RFC 9110, section 15.5). */
const ABOUT_THE_PLANT = [400, 406, 409, 411, 412, 413, 414, 415, 422, 431]

/** Keeps what is known to tell of the service itself, and the request without a response after which it was gone. */
function stop(
  baseUrl: string,
  results: readonly Result[],
  proven: number,
  { response }: Result,
): Pick<Run, 'results' | 'stopped'> {
  const [last, next] = [results[proven - 1], results[proven]]
  const kept = next?.response instanceof NoResponse ? proven + 1 : proven
  const sent = last?.sent ?? 0
  const when = `after ${sent} ${sent === 1 ? 'request' : 'requests'}${next ? `, at "${next.probe.name}"` : ''}`
  if (response instanceof NoResponse) {
    const { message, advice } = response
    const stopped = `${baseUrl} stopped answering ${when}: a plain plant got ${sanitize(message)}`
    return { results: results.slice(0, kept), stopped: sentences(stopped, advice) }
  }
  const came = sanitize(describeRefusal(response))
  const stopped = `${baseUrl} stopped accepting plants ${when}: a plain plant, as it had accepted before, got ${came}`
  return { results: results.slice(0, kept), stopped: sentences(stopped, adviseOnStatus(response)) }
}

function toNoResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error
  throw error
}
