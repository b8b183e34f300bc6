import { parsePlant } from '../contract/parse-plant.ts'
import { describeRefusal, signatureOf } from '../contract/refusal.ts'
import { isOperation } from '../contract/response.ts'
import { createRedact } from '../http/redact.ts'
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

/** The most plain plants that a run sends because it doubts. */
const MAX_DOUBTS = 8

/** The most requests that a run adds to its plan: smaller ids at first, plain plants when it doubts and at the end. */
export const MAX_MORE: number = 5 + MAX_DOUBTS + 1

/** Runs the probes against a service, one request after the other. */
export async function run(
  target: Target,
  planned: Plan,
  listener: Listener,
  fetch?: typeof globalThis.fetch,
): Promise<Run> {
  const { baseUrl, token, headers } = target
  let requests = 0
  const redact = createRedact([token, ...Object.values(headers)], '[token]')
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
    const isLast = index === plan.probes.length - 1
    const isDoubtful = trust.doubts(result, results.length)
    if (!plain || !(isDoubtful || isLast)) continue
    const again = await send(plan.another(plain))
    if (!isAdded(again)) return { plan, requests, ...stop(baseUrl, results, trust.proven, again) }
    trust.proven = results.length
  }
  return { plan, results, requests }
}

/**
 * Whether the service is still itself. A valid plant that is added proves that it is. No response, or a refusal that
 * does not speak of the plant (an expired token, a route that is gone, a failure) or refuses a valid one, is reason to
 * send a plain plant. If that is added, the same words are no reason again.
 */
class Trust {
  readonly #authorization: string
  /** The words of each refusal after which a plain plant was sent. */
  readonly #doubted: string[] = []
  /** How many results are known to tell of the service itself. */
  proven: number

  constructor(token: string, proven: number) {
    this.#authorization = `Bearer ${token}`
    this.proven = proven
  }

  doubts(result: Result, count: number): boolean {
    const { response, probe, requests } = result
    const request = requests.at(-1) ?? {}
    if (request.headers?.authorization !== this.#authorization || !isOperation(request))
      return false
    if (isAdded(result)) {
      if (parsePlant(request.body)) this.proven = count
      return false
    }
    const isGone = response instanceof NoResponse
    if (!isGone && ABOUT_THE_PLANT.includes(response.status) && !probe.isSpecified) return false
    const words = isGone ? response.message : signatureOf(response, request)
    const isNew = isGone || !this.#doubted.includes(words)
    if (!isNew || this.#doubted.length === MAX_DOUBTS) return false
    this.#doubted.push(words)
    return true
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
