// Sends the probes one after the other, as long as the service is itself.
import { parsePlant } from '../../contract/parse-plant.ts'
import { isOperation } from '../../contract/response.ts'
import type { Quote } from '../quote.ts'
import { hasRightToken, type Plan, type PlannedProbe } from '../requests/plan.ts'
import { count, sentences } from '../words.ts'
import { ABOUT_THE_PLANT, adviseOnLoss, MAY_BE_LOCKED } from './advice.ts'
import { Again } from './again.ts'
import { type Bound, findBounds, MAX_HALVES } from './bounds.ts'
import { confirm, type FindClaims, MAX_REPEATS } from './confirm.ts'
import { sendFirstPlants } from './first-plants.ts'
import { Busy, isAdded, kindOfResult, NoResponse, type Result } from './result.ts'
import { Sender, type SendListener } from './send.ts'
import type { Target } from './target.ts'

export interface Run {
  /** The plan that was followed. */
  plan: Plan
  results: readonly Result[]
  /** What is not claimed: the same came once and not again, and there are too many to repeat each. */
  leftOut: readonly Result[]
  /** What repeats and plain plants got once, and neither before nor after. */
  transients: readonly Result[]
  bounds: readonly Bound[]
  /** How many requests were sent, repeated ones included. */
  requests: number
  /** How many of them were sent after the probes: repeats, and those that look for bounds. */
  repeats: number
  /** Why the run ended early: further responses would say nothing. */
  stopped?: string | undefined
  /** The request after which the service was lost. */
  lostAt?: Result | undefined
}

/** Hears how far a run is. */
export interface Listener extends SendListener {
  /** The probe with this index is about to be run. */
  onProbe(index: number): void
  /** A probe is about to be repeated, or a bound is looked for. */
  onRepeat(): void
}

/** The most plain plants that a run sends because it doubts. */
const MAX_DOUBTS = 8

/**
 * The most requests that refusals add to a run: other first plants, plain plants when it doubts, repeats, and those that
 * look for bounds.
 */
export const MAX_MORE: number = 9 + MAX_DOUBTS + MAX_REPEATS + MAX_HALVES

/** Runs the probes against a service, one request after the other. */
export async function run(
  target: Target,
  planned: Plan,
  quote: Quote,
  find: FindClaims,
  listener: Listener,
  fetch?: typeof globalThis.fetch,
): Promise<Run> {
  const sender = new Sender(target, quote, listener, fetch)
  const { send } = sender

  listener.onProbe(0)
  // Three are kept for a plain plant afterwards.
  const budget = { left: MAX_REPEATS - 3 }
  const opened = await sendFirstPlants(target, planned, quote, send, budget)
  const nothing = { results: [], leftOut: [], transients: [], bounds: [], repeats: 0 }
  if ('stopped' in opened) return { ...nothing, ...opened, plan: planned, requests: sender.sent }
  const { plan, results, done } = opened
  const plain = (results.find(isAdded) ?? plan.probes[0])?.probe
  if (!plain) throw new TypeError('The plan has no probes')
  let last: Result | undefined
  const sendAgain = async (each: PlannedProbe) => {
    listener.onRepeat()
    last = await send(each)
    return last
  }
  const again = new Again(plan, budget, sendAgain)
  // That the service is lost is said of what repeats, too.
  const prove = async (own: Again): Promise<Result> => {
    const failed: Result[] = []
    let result = await send(plan.another(plain))
    for (let repeats = 0; mayBeTransient(result) && repeats < 2 && own.budget.left > 0; repeats++) {
      failed.push(result)
      result = await own.send(plain)
    }
    if (isAdded(result)) own.transients.push(...failed)
    return result
  }
  const trust = new Trust(target.token, results.findLastIndex(isAdded) + 1)
  for (const [index, each] of plan.probes.entries()) {
    if (index < done) continue
    listener.onProbe(index)
    const result = await send(each)
    results.push(result)
    const isLast = index === plan.probes.length - 1
    const isDoubtful = trust.doubts(result, results.length)
    if (!(isDoubtful || isLast)) continue
    const proof = await prove(again)
    if (!isAdded(proof))
      return {
        ...nothing,
        transients: again.transients,
        plan,
        requests: sender.sent,
        ...stop(target, results, trust.proven, proof, quote),
      }
    trust.proven = results.length
  }

  const before = sender.sent
  const halves = new Again(plan, { left: MAX_HALVES }, sendAgain)
  const confirmed = await confirm(results, find, again, target.token, plain)
  const bounds = await findBounds(confirmed.lengths, halves, again)
  const end = new Again(plan, { left: 2 }, sendAgain)
  const proof = last && !isAdded(last) ? await prove(end) : undefined
  const { leftOut } = confirmed
  const transients = [again, halves, end].flatMap(each => each.transients)
  const { sent: requests } = sender
  const sent = { plan, leftOut, transients, requests, repeats: requests - before }
  if (!proof || isAdded(proof)) return { ...sent, results: confirmed.results, bounds }
  // What was refused when it was repeated may have been so because the service was lost.
  const once = confirmed.results.map(each => ({ ...each, inARow: 0 }))
  return { ...sent, transients: [], bounds: [], ...stop(target, once, once.length, proof, quote) }
}

/**
 * Whether the service is still itself. A valid plant that is added proves that it is. No response, or a refusal that
 * does not speak of the plant (an expired token, a route that is gone, a failure) or refuses a valid one, is reason to
 * send a plain plant. If that is added, a refusal of the same kind is not a reason again.
 */
class Trust {
  readonly #token: string
  /** The kind of each refusal after which a plain plant was sent. */
  readonly #doubted: string[] = []
  /** How many results are known to tell of the service itself. */
  proven: number

  constructor(token: string, proven: number) {
    this.#token = token
    this.proven = proven
  }

  doubts(result: Result, results: number): boolean {
    const { response, probe, requests } = result
    const request = requests.at(-1) ?? {}
    if (!hasRightToken(request, this.#token) || !isOperation(request)) return false
    if (isAdded(result)) {
      if (parsePlant(request.body)) this.proven = results
      return false
    }
    const isOfService = response instanceof NoResponse || response.status === 429
    if (!isOfService && ABOUT_THE_PLANT.includes(response.status) && !probe.expectation.isSpecified)
      return false
    const kind = kindOfResult(result)
    const isNew = isOfService || !this.#doubted.includes(kind)
    if (!isNew || this.#doubted.length === MAX_DOUBTS) return false
    this.#doubted.push(kind)
    return true
  }
}

/** Statuses of an account that is locked. */
const LOCKED = [401, 403, 423]

/** Whether a plain plant was refused by a status that speaks neither of it nor of the account. */
const mayBeTransient = ({ response: { status = 0 } }: Result) =>
  status >= 300 && ![...ABOUT_THE_PLANT, ...LOCKED].includes(status)

/** Keeps what is known to tell of the service itself, and names the request after which it was lost. */
function stop(
  { baseUrl, token }: Target,
  results: readonly Result[],
  proven: number,
  proof: Result,
  quote: Quote,
): Pick<Run, 'results' | 'stopped' | 'lostAt'> {
  const { response } = proof
  const since = results.slice(proven)
  const isGone = response instanceof NoResponse
  // No account counts a preflight.
  const hadWrongToken = since.some(({ requests }) =>
    requests.some(request => isOperation(request) && !hasRightToken(request, token)),
  )
  const isLocked = hadWrongToken && !isGone && LOCKED.includes(response.status)
  const isRefusedAlike = (result: Result) =>
    isLocked
      ? LOCKED.includes(result.response.status ?? 0)
      : !isGone && kindOfResult(result) === kindOfResult(proof)
  const lostAt =
    since.find(result => result.response instanceof NoResponse) ??
    since.find(isRefusedAlike) ??
    since.find(result => !isAdded(result))
  const kept = results.slice(0, proven)
  const when = `after ${count(kept.at(-1)?.sent ?? 0, 'request')}${lostAt ? `, at "${lostAt.probe.name}"` : ''}`
  const came = quote.came(response)
  const advice = isLocked ? MAY_BE_LOCKED : isGone ? adviceOf(response) : adviseOnLoss(response)
  const what = isGone
    ? `stopped answering ${when}: a plain plant got ${came}`
    : `stopped accepting plants ${when}: a plain plant, as it had accepted before, got ${came}`
  return { results: kept, stopped: sentences(`${baseUrl} ${what}`, advice), lostAt }
}

/** Of no response at all there is nothing to advise: the address is right. */
const adviceOf = (response: NoResponse) => (response instanceof Busy ? response.advice : '')
