import { errorCode, path } from '../../generated/contract.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { createMockStore } from '../store/store.ts'
import { EXAMPLE_ID } from './bodies.ts'
import {
  type Difference,
  describeOutcome,
  errorOf,
  extraPropertiesOf,
  isForeign,
  judge,
  messageOf,
  type Verdict,
  verdictOf,
} from './judge.ts'
import type { Point } from './points.ts'
import { createRequester, isBusy, NoResponse } from './requester.ts'
import { addressOf, type Outcome, type Rule, type RuleRequest, sendAll } from './rule.ts'
import type { PlannedRule } from './rules.ts'
import { createSanitizer } from './sanitize.ts'

export interface Target {
  baseUrl: string
  token: string
  firstId: bigint
  /** Milliseconds for each response. */
  timeout: number
}

/** The result of a rule. Nothing in it is secret, and all of it can be printed. */
export interface Result {
  rule: string
  verdict: Verdict
  /** Whether the specification states the result. */
  isSpecified: boolean
  /** What the specification leaves open about this rule. */
  point?: Point
  differences: Difference[]
  service: string
  mock: string
  /** The message of the service's Error. */
  message?: string
  /** The response is a refusal whose body is no Error by the contract. */
  isForeign: boolean
  requests: readonly RuleRequest[]
}

/** Ends a run early, since further responses would say nothing. */
export class Stopped extends Error {}

/** This many inconclusive responses in a row end the run. */
const MAX_INCONCLUSIVE = 3

/** Runs the rules against a service, one request after the other. Throws `Stopped`. */
export async function* run(
  target: Target,
  plan: readonly PlannedRule[],
  onWait: (status: number, seconds: number) => void,
): AsyncGenerator<Result> {
  const fetch = createRequester(target.timeout, onWait)
  const sanitize = createSanitizer(target.token)
  const answered: Answered[] = []
  let inconclusive = 0
  for (const [index, { rule, requests }] of plan.entries()) {
    const response = await attempt(() => sendAll(requests, target.baseUrl, fetch))
    if (index === 0) checkFirst(target, requests, response, sanitize)
    if (!(response instanceof NoResponse))
      answered.push({ outcome: response, request: requests.at(-1) ?? {} })
    yield await toResult(rule, requests, response, sanitize)
    const reason = describeInconclusive(response, requests)
    inconclusive = reason === undefined ? 0 : inconclusive + 1
    if (reason && (inconclusive === MAX_INCONCLUSIVE || isUnreachable(response)))
      throw new Stopped(`${target.baseUrl} ${sanitize(reason)}`)
  }
  yield* allResponses(answered, sanitize)
}

async function attempt(send: () => Promise<Outcome>): Promise<Outcome | NoResponse> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof NoResponse) return error
    throw error
  }
}

type Sanitize = (text: string) => string

/** The first request tells whether the address and the token are right. */
function checkFirst(
  { baseUrl }: Target,
  requests: readonly RuleRequest[],
  response: Outcome | NoResponse,
  sanitize: Sanitize,
): void {
  if (response instanceof NoResponse)
    throw new Stopped(`${baseUrl} cannot be verified: ${sanitize(response.message)}`)
  const { status } = response
  const came = sanitize(describeRefusal(response, requests))
  if (status === 401 || status === 403)
    throw new Stopped(`${baseUrl} does not accept this token: it returned ${came}`)
  const isRedirect = status >= 300 && status < 400
  if (!isRedirect && status !== 404 && status !== 405) return
  const { method, url } = addressOf(requests[0] ?? {}, baseUrl)
  const advice = isRedirect
    ? 'Redirects are not followed: verify the address that it leads to'
    : adviseAddress(baseUrl)
  throw new Stopped(`${method} ${url}, with a valid plant, returned ${came}. ${advice}`)
}

/** What the base address might be. */
function adviseAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = withoutTrailingSlashes(pathname)
  const added = `The base address is wrong: verify adds ${path} to it`
  if (basePath.endsWith(path))
    return `${added}, so leave ${path} out: ${origin}${basePath.slice(0, -path.length)}`
  if (basePath !== '')
    return `${added}. If the service has no ${basePath} before ${path}, try ${origin}`
  return `${added}. If the service has a path before ${path}, such as /v1, try ${origin}/v1`
}

/** The status, and the message of the Error or what came in its place. */
function describeRefusal(outcome: Outcome, requests: readonly RuleRequest[]): string {
  const message = messageOf(outcome)
  return message === undefined
    ? describeOutcome(outcome, requests.at(-1) ?? {})
    : `${outcome.status}: ${message}`
}

const isUnreachable = (response: Outcome | NoResponse) =>
  response instanceof NoResponse && response.unreachable

/** Why a response says nothing; undefined if it says something. */
function describeInconclusive(
  response: Outcome | NoResponse,
  requests: readonly RuleRequest[],
): string | undefined {
  if (response instanceof NoResponse) return `stopped answering: ${response.message}`
  return isBusy(response.status)
    ? `is busy: it returned ${describeRefusal(response, requests)}`
    : undefined
}

async function toResult(
  rule: Rule,
  requests: readonly RuleRequest[],
  response: Outcome | NoResponse,
  sanitize: Sanitize,
): Promise<Result> {
  const request = requests.at(-1) ?? {}
  const isSpecified = rule.specified !== undefined
  const facts = {
    rule: rule.name,
    isSpecified,
    ...(rule.unspecified && { point: rule.unspecified }),
    mock: await describeMock(rule),
    requests,
    differences: [],
    isForeign: false,
  }
  if (response instanceof NoResponse)
    return { ...facts, verdict: 'inconclusive', service: sanitize(response.message) }
  const service = sanitize(describeOutcome(response, request, rule.headers))
  if (isBusy(response.status)) return { ...facts, verdict: 'inconclusive', service }
  const message = messageOf(response)
  const differences = judge(rule, request, response)
  return {
    ...facts,
    verdict: differences.length > 0 ? 'differs' : verdictOf(rule, response),
    differences: differences.map(difference => ({
      ...difference,
      title: sanitize(difference.title),
      service: sanitize(difference.service),
    })),
    service,
    ...(message !== undefined && { message: sanitize(message) }),
    isForeign: isForeign(response, request),
  }
}

/** What the mock does by default. */
async function describeMock(rule: Rule): Promise<string> {
  const requests = rule.requests(EXAMPLE_ID, 'token')
  const outcome = await sendAll(requests, 'http://mock', createMockStore().fetch)
  return describeOutcome(outcome, requests.at(-1) ?? {}, rule.headers)
}

/** What is open about every response, and would take a line too many for each rule. */
function* allResponses(answered: readonly Answered[], sanitize: Sanitize): Generator<Result> {
  const values = answered.flatMap(({ outcome }) => {
    const error = errorOf(outcome)
    const code = error && errorCode(error)
    return code === undefined || code === outcome.status ? [] : [`${code} with ${outcome.status}`]
  })
  const toRow = (rule: string, found: readonly string[], mock: string): Result => ({
    rule,
    verdict: 'unspecified',
    isSpecified: false,
    point: 'responses',
    differences: [],
    service: sanitize([...new Set(found)].join(', ')) || mock,
    mock,
    isForeign: false,
    requests: [],
  })
  yield toRow('values of error', values, 'the HTTP status code')
  const further = answered.flatMap(({ outcome, request }) => extraPropertiesOf(outcome, request))
  yield toRow('further properties of a Plant', further, 'none')
}

interface Answered {
  outcome: Outcome
  request: RuleRequest
}
