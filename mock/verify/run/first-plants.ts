// The first requests tell whether the address and the token are right, and which ids the service takes.
import { method, path } from '../../../generated/contract.ts'
import {
  cameOf,
  describeKind,
  errorOf,
  isSuccessStatus,
  parseJson,
  type ReadResponse,
} from '../../contract/response.ts'
import type { Quote } from '../quote.ts'
import { SAME_NAME } from '../requests/expectations.ts'
import { idIn, type Plan, type PlannedProbe } from '../requests/plan.ts'
import { sentences } from '../words.ts'
import {
  ABOUT_THE_PLANT,
  adviseAddress,
  adviseOnStatus,
  adviseOnWrongPath,
  adviseRedirect,
  MAY_WANT_HEADER,
  TOKEN_REFUSED,
} from './advice.ts'
import { Again, type Budget, type Send } from './again.ts'
import { Busy, isAdded, kindOfResult, NoResponse, type Result, speaksOfPlant } from './result.ts'
import type { Target } from './target.ts'

/** How the rest of a run goes on. */
export interface Start {
  /** The plan, with ids and names that the service takes. */
  plan: Plan
  results: Result[]
  /** How many probes of the plan are done. */
  done: number
}

/** Why further requests would say nothing. */
export interface Stop {
  stopped: string
}

/** How often the first plant is repeated before it is said that the address is wrong, or that there is no response. */
const MAX_REPEATS_OF_FIRST = 2

/**
 * Sends the first two plants. If the service takes neither, sends plants with other names and smaller ids. If it takes
 * the first one alone, the second may have been refused for its name. What was refused may be accepted a
 * second time, so it is sent again before anything is made of it.
 */
export async function sendFirstPlants(
  target: Target,
  plan: Plan,
  quote: Quote,
  request: Send,
  budget: Budget,
): Promise<Start | Stop> {
  // Ids of plants that are there, or may be: a plant of another name would be another one of the same id.
  const used = new Set<bigint>()
  const send = async (planned: PlannedProbe) => {
    const result = await request(planned)
    if (mayBeAdded(result)) for (const id of planned.requests.flatMap(idIn)) used.add(id)
    return result
  }
  const [plain, everyField] = plan.probes
  if (!plain || !everyField) throw new TypeError('The plan lacks the first plants')
  const again = new Again(plan, budget, send)
  let first = await send(plain)
  for (let repeats = 0; isToRepeat(first) && repeats < MAX_REPEATS_OF_FIRST; repeats++) {
    const next = await again.send(plain.probe)
    first = { ...next, before: [...(first.before ?? []), first] }
  }
  const stopped = checkFirst(target.baseUrl, first.response, quote)
  if (stopped) return { stopped }

  const second = await send(everyField)
  const isLate = !isAdded(first) && !isAdded(second)
  if (isLate) {
    const other = await tryOthers(target, plan, [first, second], quote, send, used)
    if ('stopped' in other) return other
    const next = await again.send(plain.probe)
    if (!isAdded(next)) return other
    // The service was not itself until then, as after a cold start.
    first = { ...next, before: [...(first.before ?? []), first, ...other.tried] }
  }
  const results = [first, second]
  const index = isAdded(first) || isError(second) ? 1 : 0
  const planned = plan.probes[index]
  const refused = results[index]
  const repeated =
    planned && refused && !results.every(isAdded) ? await again.send(planned.probe) : undefined
  if (refused && repeated && isAdded(repeated))
    results[index] = { ...repeated, before: [...(refused.before ?? []), refused] }
  else if (planned && repeated) {
    const named = plan.replan({ hasOwnNames: true, used })
    const ofNamed = new Again(named, budget, send)
    let result = await ofNamed.send(planned.probe)
    if (!speaksOfPlant(result))
      result = { ...(await ofNamed.send(planned.probe)), before: [result] }
    const known = results.map(each => (isAdded(each) ? each : withSameName(each)))
    if (isAdded(result)) return { plan: named, results: [...known, result], done: 2 }
  }
  return { plan: isLate ? plan.replan({ used }) : plan, results, done: 2 }
}

const isRedirect = (status: number) => status >= 300 && status < 400

/** Whether a response would be taken for that of a wrong address. */
const isOfAddress = ({ response: { status = 0 } }: Pick<Result, 'response'>) =>
  isRedirect(status) || status === 404 || status === 405

/** A service that says when it is back is not asked before. */
const isToRepeat = (first: Pick<Result, 'response'>) =>
  isOfAddress(first) || (first.response instanceof NoResponse && !(first.response instanceof Busy))

/** Unless the plant itself is refused, it may be there: a gateway, for one, does not know what the service did. */
const mayBeAdded = ({ response: { status = 0 } }: Result) => !ABOUT_THE_PLANT.includes(status)

const isError = ({ response: { status = 0 } }: Result) => status >= 400

async function tryOthers(
  target: Target,
  plan: Plan,
  results: [Result, Result],
  quote: Quote,
  send: Send,
  used: ReadonlySet<bigint>,
): Promise<(Start & { tried: Result[] }) | Stop> {
  const { baseUrl } = target
  const refused = results.flatMap(({ response }) =>
    response instanceof NoResponse ? [] : [response],
  )
  // A page in place of a plant would come for any id.
  if (refused.every(({ status }) => isSuccessStatus(status)))
    return { stopped: describeStranger(baseUrl, refused, quote) }
  const tried: Result[] = []
  for (const choice of otherChoices(target.firstId)) {
    const other = plan.replan({ ...choice, used })
    const [planned] = other.probes
    if (!planned) continue
    const result = await send(planned)
    if (!isAdded(result)) {
      tried.push(result)
      continue
    }
    const [first] = results
    if (choice.firstId !== target.firstId && target.isFirstIdChosen && isError(first)) {
      const again = await send(planned)
      if (kindOfResult(again) === kindOfResult(first))
        return {
          stopped: `${baseUrl} seems to have plants with the ids from ${target.firstId} on: it returned ${quote.came(first.response)}. Choose another --first-id`,
        }
    }
    const before = results.map(choice.hasOwnNames ? withSameName : withId)
    return { plan: other, results: [...before, result], done: 1, tried }
  }
  const isStrange = refused.every(response => !errorOf(response))
  const describe = isStrange ? describeStranger : describeAll
  return { stopped: describe(baseUrl, refused, quote) }
}

/** Other names, and ids within int32 and int16, and the smallest of all. */
function otherChoices(firstId: bigint): { firstId: bigint; hasOwnNames: boolean }[] {
  const smaller = [(firstId % 1_000_000_000n) + 3n, (firstId % 30_000n) + 2n, 1n] // three, whatever the time is
  return [firstId, ...smaller].flatMap(each =>
    [false, true]
      .filter(hasOwnNames => hasOwnNames || each !== firstId)
      .map(hasOwnNames => ({ firstId: each, hasOwnNames })),
  )
}

/** The probe is run once more with a smaller id. This plant, which was not added, keeps its own. */
const withId = (result: Result): Result => {
  const { probe, requests } = result
  const { id } = Object(parseJson(String(requests.at(-1)?.body)))
  const name = `${probe.name} with the id ${id}`
  return { ...result, probe: { ...probe, name, isFixed: true, requests: () => requests } }
}

/**
 * The probe is run once more with a name of its own. That a name is taken only once is left open, but only a refusal that
 * may speak of the plant says so.
 */
const withSameName = (result: Result): Result => {
  const { probe } = result
  const name = `${probe.name} with a name that already exists`
  return withExpectation({ ...result, probe: { ...probe, name, hasTakenName: true } })
}

/** What is expected where a name exists, which depends on what came. */
export const withExpectation = (result: Result): Result => {
  const { probe, response } = result
  const isOfName = !(response instanceof NoResponse) && ABOUT_THE_PLANT.includes(response.status)
  return probe.hasTakenName && isOfName
    ? { ...result, probe: { ...probe, expectation: SAME_NAME } }
    : result
}

/** Whether the first response, to a valid plant, shows that address or token are wrong. A 401 or 403 is not repeated. */
function checkFirst(
  baseUrl: string,
  response: Result['response'],
  quote: Quote,
): string | undefined {
  const came = quote.came(response)
  if (response instanceof NoResponse)
    return sentences(`${baseUrl} cannot be verified: ${came}`, response.advice)
  const { status, headers } = response
  if (status === 401 || status === 403)
    return sentences(
      `${baseUrl} does not accept this token: it returned ${came}`,
      TOKEN_REFUSED,
      status === 403 ? adviseOnWrongPath(baseUrl) : '',
    )
  if (!isOfAddress({ response })) return undefined
  const returned = `${method} ${baseUrl}${path}, with a valid plant, returned`
  if (!isRedirect(status))
    return `${returned} ${came}. The base address is wrong: ${adviseAddress(baseUrl)}`
  const { location } = headers
  const to =
    location === undefined ? '' : ` to ${quote.text(quote.hide.header('location', location))}`
  const advice = location === undefined ? '' : adviseRedirect(baseUrl, location)
  return sentences(
    `${returned} ${status}, a redirect${to}. Redirects are not followed`,
    quote.text(advice),
  )
}

function describeStranger(baseUrl: string, [first]: readonly ReadResponse[], quote: Quote): string {
  const came = first
    ? [quote.text(describeKind(cameOf(first, {}), quote.hide)), quote.body(first)]
        .filter(text => text !== '')
        .join(': ')
    : ''
  return sentences(
    `${baseUrl} cannot be verified: ${method} ${baseUrl}${path}, with two valid plants, returned neither a Plant nor an Error, but ${came}`,
    (first && (adviseOnStatus(first) || adviseOnHeader([first]))) || 'Check the address',
  )
}

const describeAll = (baseUrl: string, refused: readonly ReadResponse[], quote: Quote): string =>
  sentences(
    `${baseUrl} cannot be verified: it refuses every plant, also with small ids: ${[...new Set(refused.map(quote.came))].join('; ')}`,
    adviseOnHeader(refused),
  )

const adviseOnHeader = (refused: readonly ReadResponse[]): string =>
  refused.some(({ status }) => status === 400 || status === 406) ? MAY_WANT_HEADER : ''
