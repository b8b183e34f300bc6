// The first requests tell whether the address and the token are right, and which ids the service takes.
import { method, path } from '../../../generated/contract.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import {
  describeBody,
  errorOf,
  isSuccessStatus,
  kindOf,
  parseJson,
  plantOf,
  type ReadResponse,
} from '../../contract/response.ts'
import type { Quote } from '../quote.ts'
import { SAME_NAME } from '../requests/expectations.ts'
import { type Plan, type PlannedProbe, planProbes } from '../requests/plan.ts'
import { sentences } from '../words.ts'
import {
  adviseAddress,
  adviseOnStatus,
  adviseOnWrongPath,
  adviseRedirect,
  MAY_WANT_HEADER,
  TOKEN_REFUSED,
} from './advice.ts'
import { NoResponse, type Result } from './send.ts'
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

type Send = (planned: PlannedProbe) => Promise<Result>

/**
 * Sends the first two plants. If the service takes neither, sends plants with other names and smaller ids. If it
 * takes the first one alone, the second may have been refused for its name.
 */
export async function sendFirstPlants(
  target: Target,
  plan: Plan,
  quote: Quote,
  send: Send,
): Promise<Start | Stop> {
  const results: Result[] = []
  for (const planned of plan.probes.slice(0, 2)) {
    const result = await send(planned)
    results.push(result)
    const stopped = results.length === 1 && checkFirst(target.baseUrl, result.response, quote)
    if (stopped) return { stopped }
  }
  const [first, second] = results
  if (first && second && isAdded(first) && isRefused(second)) {
    const named = planProbes({ ...target, hasOwnNames: true })
    const again = named.probes[1] && (await send(named.probes[1]))
    return again && isAdded(again)
      ? { plan: named, results: [first, withSameName(second), again], done: 2 }
      : { plan, results, done: results.length }
  }
  if (results.some(isAdded)) return { plan, results, done: results.length }
  return tryOthers(target, results, quote, send)
}

async function tryOthers(
  target: Target,
  results: Result[],
  quote: Quote,
  send: Send,
): Promise<Start | Stop> {
  const { baseUrl } = target
  const refused = results.flatMap(({ response }) =>
    response instanceof NoResponse ? [] : [response],
  )
  // A page in place of a plant would come for any id.
  if (refused.every(({ status }) => isSuccessStatus(status)))
    return { stopped: describeStranger(baseUrl, refused, quote) }
  for (const firstId of [target.firstId, ...smallerIds(target.firstId)])
    for (const hasOwnNames of [false, true]) {
      const isSmaller = firstId !== target.firstId
      if (!isSmaller && !hasOwnNames) continue
      const plan = planProbes({ ...target, firstId, hasOwnNames })
      const [planned] = plan.probes
      const result = planned && (await send(planned))
      if (!result || !isAdded(result)) continue
      if (isSmaller && target.isFirstIdChosen && isRefusedAlike(await send(planned), results[0]))
        return { stopped: describeTaken(target, results[0], quote) }
      const before = results.map(hasOwnNames ? withSameName : withId)
      return { plan, results: [...before, result], done: 1 }
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

/** A success with a body that is neither a plant nor other JSON comes from another service. */
export const isAdded = ({ response }: Pick<Result, 'response'>): boolean =>
  !(response instanceof NoResponse) &&
  isSuccessStatus(response.status) &&
  (response.body === '' || plantOf(response) !== undefined || response.json !== undefined)

/** The probe is run once more with a smaller id. This plant, which was not added, keeps its own. */
const withId = (result: Result): Result => {
  const { id } = Object(parseJson(String(result.requests.at(-1)?.body)))
  return rename(result, `${result.probe.name} with the id ${id}`)
}

/** The probe is run once more with a name of its own. That a name is taken only once is left open. */
const withSameName = (result: Result): Result => {
  const renamed = rename(result, `${result.probe.name} with a name that already exists`)
  return { ...renamed, probe: { ...renamed.probe, expectation: SAME_NAME } }
}

const rename = (result: Result, name: string): Result => ({
  ...result,
  probe: { ...result.probe, name, requests: () => result.requests },
})

const isRefusedAlike = ({ response }: Result, first: Result | undefined): boolean =>
  first !== undefined &&
  !(response instanceof NoResponse) &&
  !(first.response instanceof NoResponse) &&
  kindOf(response) === kindOf(first.response)

/** Whether the first response, to a valid plant, shows that address or token are wrong. */
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
  const came = quote.text(describeRefusal(quote.response(response)))
  if (status === 401 || status === 403)
    return sentences(
      `${baseUrl} does not accept this token: it returned ${came}`,
      TOKEN_REFUSED,
      status === 403 ? adviseOnWrongPath(baseUrl) : '',
    )
  const returned = `${method} ${baseUrl}${path}, with a valid plant, returned`
  if (status >= 300 && status < 400) {
    const { location } = headers
    const to = location === undefined ? '' : ` to ${quote.text(location)}`
    const advice = location === undefined ? '' : adviseRedirect(baseUrl, location)
    return sentences(
      `${returned} ${status}, a redirect${to}. Redirects are not followed`,
      quote.text(advice),
    )
  }
  if (status === 404 || status === 405)
    return `${returned} ${came}. The base address is wrong: ${adviseAddress(baseUrl)}`
  return undefined
}

function describeStranger(baseUrl: string, [first]: readonly ReadResponse[], quote: Quote): string {
  const came = first ? `${first.status}, ${describeBody(first)}: ${quote.body(first)}` : ''
  return sentences(
    `${baseUrl} cannot be verified: ${method} ${baseUrl}${path}, with two valid plants, returned neither a Plant nor an Error, but ${came}`,
    (first && (adviseOnStatus(first) || ([400, 406].includes(first.status) && MAY_WANT_HEADER))) ||
      'Check the address',
  )
}

function describeAll(baseUrl: string, refused: readonly ReadResponse[], quote: Quote): string {
  const came = [
    ...new Set(refused.map(response => quote.text(describeRefusal(quote.response(response))))),
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
      ? quote.text(describeRefusal(quote.response(first.response)))
      : ''
  return `${baseUrl} seems to have plants with the ids from ${firstId} on: it returned ${came}. Choose another --first-id`
}
