// The first requests tell whether the address and the token are right, and which ids the service takes.
import { method, path } from '../../../generated/contract.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import {
  cameOf,
  describeKind,
  errorOf,
  isSuccessStatus,
  kindOf,
  parseJson,
  plantOf,
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
import { type Budget, NoResponse, type Result, type Unreliable } from './send.ts'
import type { Target } from './target.ts'

/** How the rest of a run goes on. */
export interface Start {
  /** The plan, with ids and names that the service takes. */
  plan: Plan
  results: Result[]
  unreliable: Unreliable[]
  /** How many probes of the plan are done. */
  done: number
}

/** Why further requests would say nothing. */
export interface Stop {
  stopped: string
}

type Send = (planned: PlannedProbe) => Promise<Result>

/** How often a response is repeated before it is said that the address is wrong. */
const MAX_REPEATS_OF_FIRST = 2

/**
 * Sends the first two plants. If the service takes neither, sends plants with other names and smaller ids. If it takes
 * the first one alone, the second may have been refused for its name. What was refused may have been refused for once,
 * so it is sent again before anything is made of it.
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
  const again = async (planned: PlannedProbe) => {
    budget.left -= planned.requests.length
    return send(plan.another(planned.probe))
  }
  const unreliable: Unreliable[] = []
  let first = await send(plain)
  for (let repeats = 0; isOfAddress(first) && repeats < MAX_REPEATS_OF_FIRST; repeats++) {
    const next = await again(plain)
    if (isOfAddress(next)) continue
    unreliable.push({ ...first, isRepeated: true })
    first = { ...next, wasUnreliable: true }
  }
  const stopped = checkFirst(target.baseUrl, first.response, quote)
  if (stopped) return { stopped }

  const second = await send(everyField)
  const isLate = !isAdded(first) && !isAdded(second)
  if (isLate) {
    const other = await tryOthers(target, plan, [first, second], quote, send, used)
    if ('stopped' in other) return other
    const next = await again(plain)
    if (!isAdded(next)) return { ...other, unreliable }
    // The service was not itself until then, as after a cold start.
    unreliable.push(...[first, ...other.tried].map(each => ({ ...each, isRepeated: true })))
    first = { ...next, wasUnreliable: true }
  }
  const index = isRefused(second) ? 1 : 0
  const planned = plan.probes[index]
  const start = { results: [first, second], unreliable, done: 2 }
  const refused = start.results[index]
  const repeated =
    planned && refused && !start.results.every(isAdded) ? await again(planned) : undefined
  if (refused && repeated && isAdded(repeated)) {
    unreliable.push({ ...refused, isRepeated: true })
    start.results[index] = { ...repeated, wasUnreliable: true }
  } else if (repeated) {
    const named = plan.replan({ hasOwnNames: true, used })
    const other = named.probes[index]
    const result = other && (await send(other))
    const known = start.results.map(each => (isAdded(each) ? each : withSameName(each)))
    if (result && isAdded(result)) return { ...start, plan: named, results: [...known, result] }
  }
  return { ...start, plan: isLate ? plan.replan({ used }) : plan }
}

/** Whether a response would be taken for that of a wrong address. */
const isOfAddress = ({ response }: Result) =>
  !(response instanceof NoResponse) &&
  ((response.status >= 300 && response.status < 400) || [404, 405].includes(response.status))

async function tryOthers(
  target: Target,
  plan: Plan,
  results: Result[],
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
  for (const firstId of [target.firstId, ...smallerIds(target.firstId)])
    for (const hasOwnNames of [false, true]) {
      const isSmaller = firstId !== target.firstId
      if (!isSmaller && !hasOwnNames) continue
      const other = plan.replan({ firstId, hasOwnNames, used })
      const [planned] = other.probes
      const result = planned && (await send(planned))
      if (!result || !isAdded(result)) {
        if (result) tried.push(result)
        continue
      }
      if (isSmaller && target.isFirstIdChosen && isRefusedAlike(await send(planned), results[0]))
        return { stopped: describeTaken(target, results[0], quote) }
      const before = results.map(hasOwnNames ? withSameName : withId)
      return { plan: other, results: [...before, result], unreliable: [], done: 1, tried }
    }
  const isStrange = refused.every(response => !errorOf(response))
  return {
    stopped: isStrange
      ? describeStranger(baseUrl, refused, quote)
      : describeAll(baseUrl, refused, quote),
  }
}

/** Within int32 and int16, and the smallest of all. */
const smallerIds = (id: bigint): bigint[] => [
  ...new Set([(id % 1_000_000_000n) + 1n, (id % 30_000n) + 1n, 1n]),
]

const isRefused = ({ response }: Result) =>
  !(response instanceof NoResponse) && response.status >= 400

/** Unless the plant itself is refused, it may be there: a gateway, for one, does not know what the service did. */
const mayBeAdded = ({ response }: Result) =>
  response instanceof NoResponse || !ABOUT_THE_PLANT.includes(response.status)

/** A success with a body that is neither a plant nor other JSON comes from another service. */
export const isAdded = ({ response }: Pick<Result, 'response'>): boolean =>
  !(response instanceof NoResponse) &&
  isSuccessStatus(response.status) &&
  (response.body === '' || plantOf(response) !== undefined || response.json !== undefined)

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

const isRefusedAlike = ({ response }: Result, first: Result | undefined): boolean =>
  first !== undefined &&
  !(response instanceof NoResponse) &&
  !(first.response instanceof NoResponse) &&
  kindOf(response) === kindOf(first.response)

/** Whether the first response, to a valid plant, shows that address or token are wrong. A 401 or 403 is not repeated. */
function checkFirst(
  baseUrl: string,
  response: Result['response'],
  quote: Quote,
): string | undefined {
  if (response instanceof NoResponse)
    return sentences(
      `${baseUrl} cannot be verified: ${quote.text(response.message)}`,
      response.advice,
    )
  const { status, headers } = response
  const came = quote.text(describeRefusal(response, quote.hide))
  if (status === 401 || status === 403)
    return sentences(
      `${baseUrl} does not accept this token: it returned ${came}`,
      TOKEN_REFUSED,
      status === 403 ? adviseOnWrongPath(baseUrl) : '',
    )
  if (!(status >= 300 && status < 400) && status !== 404 && status !== 405) return undefined
  const returned = `${method} ${baseUrl}${path}, with a valid plant, returned`
  if (status >= 300 && status < 400) {
    const { location } = headers
    const to =
      location === undefined ? '' : ` to ${quote.text(quote.hide.header('location', location))}`
    const advice = location === undefined ? '' : adviseRedirect(baseUrl, location)
    return sentences(
      `${returned} ${status}, a redirect${to}. Redirects are not followed`,
      quote.text(advice),
    )
  }
  return `${returned} ${came}. The base address is wrong: ${adviseAddress(baseUrl)}`
}

function describeStranger(baseUrl: string, [first]: readonly ReadResponse[], quote: Quote): string {
  const came = first
    ? [quote.text(describeKind(cameOf(first, {}), quote.hide)), quote.body(first)]
        .filter(text => text !== '')
        .join(': ')
    : ''
  return sentences(
    `${baseUrl} cannot be verified: ${method} ${baseUrl}${path}, with two valid plants, returned neither a Plant nor an Error, but ${came}`,
    (first && (adviseOnStatus(first) || ([400, 406].includes(first.status) && MAY_WANT_HEADER))) ||
      'Check the address',
  )
}

function describeAll(baseUrl: string, refused: readonly ReadResponse[], quote: Quote): string {
  const came = [
    ...new Set(refused.map(response => quote.text(describeRefusal(response, quote.hide)))),
  ]
  const mayWantHeader = refused.some(({ status }) => status === 400 || status === 406)
  return sentences(
    `${baseUrl} cannot be verified: it refuses every plant, also with small ids: ${came.join('; ')}`,
    mayWantHeader ? MAY_WANT_HEADER : '',
  )
}

function describeTaken(
  { baseUrl, firstId }: Target,
  first: Result | undefined,
  quote: Quote,
): string {
  const came =
    first && !(first.response instanceof NoResponse)
      ? quote.text(describeRefusal(first.response, quote.hide))
      : ''
  return `${baseUrl} seems to have plants with the ids from ${firstId} on: it returned ${came}. Choose another --first-id`
}
