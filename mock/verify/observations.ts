// What conforms by the letter, and what the owner of a service might still like to know.

import { requestFields, successFields, successStatus } from '../../generated/contract.ts'
import { areEqual, show, toMap } from '../contract/judge.ts'
import { parsePlant } from '../contract/parse-plant.ts'
import {
  describeRefusal,
  isForeign,
  isSuccessStatus,
  parseJson,
  plantOf,
} from '../contract/response.ts'
import { escapeInvisible } from '../contract/visible.ts'
import { minimal } from './bodies.ts'
import { groupBy } from './group-by.ts'
import type { Answered } from './open-points.ts'
import { points } from './points.ts'
import type { PlannedProbe } from './probes.ts'
import type { Sanitize } from './sanitize.ts'

export interface Observation {
  text: string
  probes: string[]
}

type Unanswered = PlannedProbe & { service: string }

interface Seen {
  text: string
  shown: readonly Pick<PlannedProbe, 'probe'>[]
}

/** Takes responses that do not differ, and requests without a response. */
export const observe = (
  answered: readonly Answered[],
  unanswered: readonly Unanswered[],
  sanitize: Sanitize,
): Observation[] =>
  [
    ...groupBy(unanswered, each => each.service + wordsOf(each)).map(([, shown]) => ({
      text: `no response to ${describeRequests(shown)}: ${shown[0].service}`,
      shown,
    })),
    ...observeStatuses(answered),
    ...observeBounds(answered),
    ...observeFixedIds(answered),
    ...observeFields(answered),
  ].map(({ text, shown }) => ({
    text: sanitize(text),
    probes: shown.map(({ probe }) => probe.name),
  }))

/** Failures, and successes where nobody expects one; then refusals without an Error. */
function observeStatuses(answered: readonly Answered[]): Seen[] {
  const isTold = ({ probe: { open }, response: { status } }: Answered) =>
    status >= 500 || (isSuccessStatus(status) && open !== undefined && points[open].isRefused)
  const told = answered.filter(each => !isRefusedPlant(each) && isTold(each))
  const foreign = answered.filter(
    each => each.response.status < 500 && isForeign(each.response, each.request),
  )
  return [
    ...groupBy(told, each => each.response.status + wordsOf(each)).map(([, shown]) => ({
      text: `${shown[0].response.status} for ${describeRequests(shown)}`,
      shown,
    })),
    ...groupBy(foreign, ({ response }) => String(response.status)).map(([status, shown]) => ({
      text: `${status} without an Error: the client reports it as unexpected-response`,
      shown,
    })),
  ]
}

const wordsOf = ({ probe: { open = 'bounds' } }: Pick<PlannedProbe, 'probe'>) =>
  points[open].requests

/** How many requests, of what kind, and the shortest of them. */
function describeRequests(shown: readonly [PlannedProbe, ...PlannedProbe[]]): string {
  const words = wordsOf(shown[0])
  const body = words === points.invalid.requests ? shortest(shown) : ''
  const sample = body && `, such as ${body}`
  return shown.length === 1
    ? `1 request ${words.replace('that are', 'that is').replace('that write', 'that writes')}${sample}`
    : `${shown.length} requests ${words}${sample}`
}

/** The shortest body that is text. */
const shortest = (shown: readonly PlannedProbe[]): string =>
  shown
    .map(({ requests }) => requests.at(-1)?.body)
    .filter(body => typeof body === 'string' && body !== '')
    .map(body => escapeInvisible(String(body)))
    .reduce((one, other) => (one && one.length <= other.length ? one : other), '')

const isRefusedPlant = ({ probe, response }: Answered) =>
  probe.open === 'bounds' && response.status !== successStatus

const textIn = ({ request }: Answered, name: string) =>
  String(toMap(parsePlant(request.body)).get(name) ?? '')

/** Whether the other fields are as in most requests, so that they are not why the plant was refused. */
const hasOnlyUsual = (each: Answered, name: string) =>
  requestFields.every(
    field => [name, 'id'].includes(field.name) || textIn(each, field.name) === usual(field.name),
  )

const usual = (name: string) => String(JSON.parse(minimal[name] ?? '""'))

/** Refused plants: first the ones with a text longer than every plain text that was accepted, then the others. */
function observeBounds(answered: readonly Answered[]): Seen[] {
  const plants = answered.filter(({ probe }) => probe.open === 'bounds')
  let others = plants.filter(isRefusedPlant)
  const lengths: Seen[] = []
  for (const { name } of requestFields) {
    const lengthOf = (each: Answered) => [...textIn(each, name)].length
    const plain = plants.filter(
      each => /^[a-z]+$/i.test(textIn(each, name)) && hasOnlyUsual(each, name),
    )
    const taken = Math.max(0, ...plain.filter(each => !isRefusedPlant(each)).map(lengthOf))
    const shown = plain.filter(each => isRefusedPlant(each) && lengthOf(each) > taken)
    const [first] = shown.sort((one, other) => lengthOf(one) - lengthOf(other))
    if (!first || taken === 0) continue
    const size = lengthOf(first)
    const bound = size === taken + 1 ? `more than ${taken}` : `${size} but not ${taken}`
    const text = `refuses ${name}s of ${bound} characters: ${describeRefusal(first.response)}`
    lengths.push({ text, shown })
    others = others.filter(each => lengthOf(each) <= taken)
  }
  const byRefusal = groupBy(others, ({ response }) => describeRefusal(response))
  return [
    ...lengths,
    ...byRefusal.map(([refusal, shown]) => ({
      text: `refuses ${shown.length} of ${plants.length} unusual plants, such as ${shortest(shown)}: ${refusal}`,
      shown,
    })),
  ]
}

function observeFixedIds(answered: readonly Answered[]): Seen[] {
  const shown = answered.filter(
    ({ probe, response }) => probe.isFixed && response.status !== successStatus,
  )
  const ids = shown.map(each => textIn(each, 'id')).join(', ')
  const text = `refuses these ids as it refuses ids that exist, as they may since another run: ${ids}`
  return shown.length > 0 ? [{ text, shown }] : []
}

/** Properties of a Plant that the contract does not have, and fields of the request among them that changed. */
function observeFields(answered: readonly Answered[]): Seen[] {
  const further = answered.flatMap(each => {
    const sent = toMap(parsePlant(each.request.body))
    const received = plantOf(each.response) && parseJson(each.response.body)
    return [...toMap(received)]
      .filter(([name]) => !successFields.some(field => field === name))
      .map(([name, value]) => ({ ...each, name, value, sent: sent.get(name) }))
  })
  const names = [...new Set(further.map(({ name }) => name))].join(', ')
  const changed = further.filter(({ sent, value }) => sent !== undefined && !areEqual(sent, value))
  const all = { text: `a Plant has more fields in the response: ${names}`, shown: further }
  return [
    ...(further.length > 0 ? [all] : []),
    ...groupBy(changed, ({ name }) => name).map(([name, shown]) => {
      const [{ value, sent } = shown[0]] = shown.sort(byLength)
      const all = further.filter(each => each.name === name).length
      const text = `${name} came back as ${show(value)}, not ${show(sent)} (in ${shown.length} of ${all} plants)`
      return { text, shown }
    }),
  ]
}

const byLength = (one: { sent: unknown }, other: { sent: unknown }) =>
  show(one.sent).length - show(other.sent).length
