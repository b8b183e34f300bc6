// The first requests tell whether the address and the token are right, and which ids the service takes.
import { method, path } from '../../generated/contract.ts'
import { describeRefusal, signatureOf } from '../contract/refusal.ts'
import {
  describeBody,
  errorOf,
  isSuccessStatus,
  parseJson,
  plantOf,
  type ReceivedResponse,
} from '../contract/response.ts'
import {
  adviseAddress,
  adviseOnStatus,
  adviseOnWrongPath,
  adviseRedirect,
  TOKEN_REFUSED,
} from './advice.ts'
import { type Plan, type PlannedProbe, planProbes } from './probes.ts'
import { NoResponse } from './requester.ts'
import { sanitize, sanitizeBody } from './sanitize.ts'
import type { Result, Target } from './target.ts'

/** How the rest of a run goes on. */
export interface Opening {
  /** The plan, with ids that the service takes. */
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

/** Sends the first two plants. If the service takes neither, sends plants with smaller ids. */
export async function open(target: Target, plan: Plan, send: Send): Promise<Opening | Stop> {
  const { baseUrl } = target
  const results: Result[] = []
  for (const planned of plan.probes.slice(0, 2)) {
    const result = await send(planned)
    results.push(result)
    const stopped = results.length === 1 && checkFirst(baseUrl, result.response)
    if (stopped) return { stopped }
  }
  if (results.some(isAdded)) return { plan, results, done: results.length }
  const refused = results.flatMap(({ response }) =>
    response instanceof NoResponse ? [] : [response],
  )
  // A page in place of a plant would come for any id.
  if (refused.every(({ status }) => isSuccessStatus(status)))
    return { stopped: describeStranger(baseUrl, refused) }
  for (const firstId of smallerIds(target.firstId)) {
    const smaller = planProbes({ ...target, firstId })
    const [first] = smaller.probes
    const result = first && (await send(first))
    if (!result || !isAdded(result)) continue
    if (target.isFirstIdChosen && isRefusedAlike(await send(first), results[0]))
      return { stopped: describeTaken(target, results[0]) }
    return { plan: smaller, results: [...results.map(withId), result], done: 1 }
  }
  const isStrange = refused.every(response => !errorOf(response))
  return { stopped: isStrange ? describeStranger(baseUrl, refused) : describeAll(baseUrl, refused) }
}

/** Within int32 and int16, and the smallest of all. */
const smallerIds = (id: bigint): bigint[] => [
  ...new Set([(id % 1_000_000_000n) + 1n, (id % 30_000n) + 1n, 1n]),
]

/** A success with a body that is neither a plant nor other JSON comes from another service. */
export const isAdded = ({ response }: Pick<Result, 'response'>): boolean =>
  !(response instanceof NoResponse) &&
  isSuccessStatus(response.status) &&
  (response.body === '' ||
    plantOf(response) !== undefined ||
    parseJson(response.body) !== undefined)

/** The probe is run once more with a smaller id. This plant, which was not added, keeps its own. */
const withId = (result: Result): Result => {
  const { id } = Object(parseJson(String(result.requests.at(-1)?.body)))
  const name = `${result.probe.name} with the id ${id}`
  return { ...result, probe: { ...result.probe, name, requests: () => result.requests } }
}

function isRefusedAlike({ response, requests }: Result, first: Result | undefined): boolean {
  if (!first || response instanceof NoResponse || first.response instanceof NoResponse) return false
  const request = requests.at(-1) ?? {}
  return signatureOf(response, request) === signatureOf(first.response, request)
}

/** Whether the first response, to a valid plant, shows that address or token are wrong. */
function checkFirst(baseUrl: string, response: Result['response']): string | undefined {
  if (response instanceof NoResponse)
    return sentences(
      `${baseUrl} cannot be verified: ${sanitize(response.message)}`,
      response.advice,
    )
  const { status, headers } = response
  const came = sanitize(describeRefusal(response))
  if (status === 401 || status === 403)
    return sentences(
      `${baseUrl} does not accept this token: it returned ${came}`,
      TOKEN_REFUSED,
      status === 403 ? adviseOnWrongPath(baseUrl) : '',
    )
  const returned = `${method} ${baseUrl}${path}, with a valid plant, returned`
  if (status >= 300 && status < 400) {
    const { location } = headers
    const to = location === undefined ? '' : ` to ${sanitize(location)}`
    const advice = location === undefined ? '' : adviseRedirect(baseUrl, location)
    return sentences(
      `${returned} ${status}, a redirect${to}. Redirects are not followed`,
      sanitize(advice),
    )
  }
  if (status === 404 || status === 405)
    return `${returned} ${came}. The base address is wrong: ${adviseAddress(baseUrl)}`
  return undefined
}

function describeStranger(baseUrl: string, [first]: readonly ReceivedResponse[]): string {
  const came = first ? `${first.status}, ${describeBody(first)}: ${sanitizeBody(first)}` : ''
  return sentences(
    `${baseUrl} cannot be verified: ${method} ${baseUrl}${path}, with two valid plants, returned neither a Plant nor an Error, but ${came}`,
    (first && adviseOnStatus(first)) || 'Check the address',
  )
}

function describeAll(baseUrl: string, refused: readonly ReceivedResponse[]): string {
  const came = [...new Set(refused.map(response => sanitize(describeRefusal(response))))]
  return `${baseUrl} cannot be verified: it refuses every plant, also with small ids: ${came.join('; ')}`
}

function describeTaken({ baseUrl, firstId }: Target, first: Result | undefined): string {
  const came =
    first && !(first.response instanceof NoResponse)
      ? sanitize(describeRefusal(first.response))
      : ''
  return `${baseUrl} has plants with the ids from ${firstId} on, as it seems: it returned ${came}. Choose another --first-id`
}

export const sentences = (...parts: readonly string[]): string =>
  parts.filter(part => part !== '').join('. ')
