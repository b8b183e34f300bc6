import { successStatus } from '../../generated/contract.ts'
import type { Difference } from '../contract/judge.ts'
import type { Outcome } from '../contract/response.ts'
import { isSuccessStatus, messageOf, withoutNumbers } from '../contract/response.ts'
import { groupBy } from './group-by.ts'
import { type Observation, observe } from './observations.ts'
import { type Answered, compareWithMock, type OpenPoint } from './open-points.ts'
import { type PlannedProbe, probes } from './probes.ts'
import { type CurlTarget, toCurls } from './repeat.ts'
import { NoResponse } from './requester.ts'
import type { Result, Run } from './run.ts'
import { createSanitizer, sanitizeBody } from './sanitize.ts'

/** What one cause led to, and the probes that show it. */
export interface Group {
  service: string
  probes: string[]
  /** Repeats the smallest request that shows it and fits on a line. */
  curl: readonly string[]
}

/** A difference from the specification. */
export interface DifferenceGroup extends Group, Omit<Difference, 'cause' | 'field' | 'service'> {
  /** What the service says in an Error. */
  message: string | null
  /** How the body begins. */
  body: string
}

/** How many probes there are of each kind. Each is counted once, except skipped ones. */
export interface Counts {
  requests: number
  probes: number
  conforms: number
  differs: number
  leftOpen: number
  inconclusive: number
}

/** The results of a run, by cause. Nothing in it is secret, and all of it can be printed. */
export interface Report {
  differs: DifferenceGroup[]
  /** Valid plants without a response, and the request after which the service was gone. */
  inconclusive: Group[]
  /** What the owner of a service might like to know, although the specification leaves it open. */
  observations: Observation[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: { probe: string; reason: string }[]
  counts: Counts
}

interface Judged extends Answered {
  differences: Difference[]
}

export async function createReport(
  { results, requests, stopped }: Run,
  target: CurlTarget,
): Promise<Report> {
  const sanitize = createSanitizer(target.token)
  const ordinary = results.slice(0, 2).map(({ probe }) => probe)
  /** An ordinary plant says most. An id that may exist, or random texts, say least. */
  const rankOf = ({ probe }: PlannedProbe) =>
    ordinary.includes(probe) ? 0 : probe.isFixed || probe.isRandom ? 2 : 1
  /** The request to show is the smallest of the highest rank. */
  const byClarity = (one: PlannedProbe, other: PlannedProbe) =>
    rankOf(one) - rankOf(other) || sizeOf(one) - sizeOf(other)
  const shownBy = (shown: readonly PlannedProbe[]) => ({
    probes: [...new Set(shown.map(({ probe }) => probe.name))],
    curl: [...shown].sort(byClarity).flatMap(each => toCurls(each.requests, target))[0] ?? [],
  })

  const refusal = refusalOfDuplicates(results)
  const mayBeAnotherRun = !isAnyFixedIdNew(results)
  const answered = results.flatMap(({ response, ...planned }): Judged[] => {
    if (response instanceof NoResponse) return []
    const request = planned.requests.at(-1) ?? {}
    const { isFixed, isCommon } = planned.probe
    const mayExist = isCommon || (isFixed && mayBeAnotherRun)
    const isKnown = mayExist && refusal !== undefined && refusal === signatureOf(response)
    const differences = isKnown ? [] : planned.probe.judge(response, request)
    return [{ ...planned, request, response, differences }]
  })
  const missing = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse ? [{ ...planned, service: sanitize(response.message) }] : [],
  )
  const end = stopped === undefined ? undefined : results.at(-1)?.probe
  const inconclusive = missing.filter(({ probe }) => probe.isSpecified || probe === end)
  const found = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const conforming = answered.filter(({ differences }) => differences.length === 0)
  const holding = conforming.filter(isAsSpecified)
  return {
    differs: groupBy(found, ({ difference }) => difference.cause).map(([, group]) => {
      const { difference, response } = [...group].sort(byClarity)[0] ?? group[0]
      const { cause: _, field: __, title, service, ...specified } = difference
      const fields = new Set(group.flatMap(each => each.difference.field ?? []))
      const message = messageOf(response)
      return {
        ...specified,
        title: sanitize([[...fields].join(' and '), title].join(' ').trim()),
        service: sanitize(service),
        message: message === undefined ? null : sanitize(message),
        body: sanitizeBody(response, sanitize),
        ...shownBy(group),
      }
    }),
    inconclusive: groupBy(inconclusive, ({ service }) => service).map(([service, group]) => ({
      service,
      ...shownBy(group),
    })),
    observations: observe(
      conforming,
      missing.filter(each => !inconclusive.includes(each)),
      sanitize,
    ),
    conforms: holding.map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming, sanitize),
    skipped: probes.flatMap(({ name, skipped }) =>
      skipped ? [{ probe: name, reason: skipped }] : [],
    ),
    counts: {
      requests,
      probes: results.length,
      conforms: holding.length,
      differs: answered.length - conforming.length,
      leftOpen: conforming.length - holding.length + missing.length - inconclusive.length,
      inconclusive: inconclusive.length,
    },
  }
}

const sizeOf = ({ requests }: PlannedProbe) =>
  requests.reduce((sum, { body = '' }) => sum + body.length, 0)

/** A response to a plant that was not added, but for the numbers in it. */
const signatureOf = ({ status, body }: Outcome): string | undefined =>
  isSuccessStatus(status) ? undefined : `${status} ${withoutNumbers(body)}`

/** How the service refuses an id that it knows: a fixed id that it refuses alike may be one of them. */
function refusalOfDuplicates(results: readonly Result[]): string | undefined {
  const duplicate = results.find(({ probe }) => probe.open === 'duplicates')?.response
  const isAnswered = duplicate !== undefined && !(duplicate instanceof NoResponse)
  return isAnswered ? signatureOf(duplicate) : undefined
}

/** An earlier run would have added all fixed ids. */
const isAnyFixedIdNew = (results: readonly Result[]): boolean =>
  results.some(
    ({ probe, response }) =>
      probe.isFixed &&
      !probe.isCommon &&
      !(response instanceof NoResponse) &&
      isSuccessStatus(response.status),
  )

/** A plant that is refused within bounds or as known is no difference, but nothing specified either. */
const isAsSpecified = ({ probe, response }: Answered) =>
  probe.isSpecified &&
  ((probe.open !== 'bounds' && !probe.isFixed) || response.status === successStatus)

/** The same groups as lines of JSON. There are none if nothing was judged. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, observations, conforms, unspecified, skipped, counts } = report
  const groups = [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...observations.map(group => ({ group: 'leftOpen', ...group })),
    { group: 'conforms', probes: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', probes: skipped },
  ]
  const summary = { differences: differs.length, ...counts, skipped: skipped.length, stopped }
  return [...(counts.probes > 0 ? groups : []), { summary }]
}
