// What the specification leaves open, and what the owner of a service might still like to know.
import { requestFields, statusFields, successFields } from '../../../generated/contract.ts'
import { areEqual, toMap } from '../../contract/judge.ts'
import { parsePlant, textFields } from '../../contract/parse-plant.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import {
  errorOf,
  HIDE_NOTHING,
  type Hide,
  isForeign,
  isSuccessStatus,
  kindOf,
  parseJson,
  type ReadResponse,
} from '../../contract/response.ts'
import { show } from '../../contract/value.ts'
import { escapeInvisible } from '../../contract/visible.ts'
import { groupBy, groupsOf } from '../group-by.ts'
import { byPlainness } from '../requests/plan.ts'
import { textOf } from '../requests/probe.ts'
import type { NoResponse, Result } from '../run/result.ts'
import { count, listSome } from '../words.ts'
import type { Judged } from './judge.ts'

/** A line of the report, and what shows it: the plainest first. */
export interface Note {
  shown: readonly [Result, ...Result[]]
  toText(hide: Hide): string
  /** Whether it came again where a bound was looked for. */
  isRepeated?: boolean
}

/** A request without a response. */
export interface Unanswered extends Result {
  response: NoResponse
}

/** Takes all responses, including those that differ, and requests without a response. */
export const findNotes = (
  answered: readonly Judged[],
  unanswered: readonly Unanswered[],
): Note[] => [
  ...noteEach(
    unanswered,
    ({ response, probe }) => response.end + probe.expectation.requests,
    shown => {
      const { got, end } = shown[0].response
      const link = got === 'no response' ? 'to' : 'for'
      return `${got} ${link} ${describeRequests(shown)}: ${end}`
    },
  ),
  ...noteFailures(answered),
  ...noteSuccesses(answered),
  ...noteForeign(answered),
  ...noteStatuses(answered),
  ...noteOftenSent(answered),
  ...noteEach(
    answered.filter(
      ({ probe, response }) =>
        probe.expectation.kind === 'same name' && !isSuccessStatus(response.status),
    ),
    () => 'all',
    ([first], hide) => `takes each name only once: ${describeRefusal(first.response, hide)}`,
  ),
  ...noteBounds(answered),
  ...noteKnown(answered),
  ...noteFields(answered),
]

/** Writes a note about each group of like items. The plainest item comes first, as the example. */
const noteEach = <T extends Result>(
  items: readonly T[],
  keyOf: (item: T) => string,
  toText: (shown: [T, ...T[]], hide: Hide) => string,
): Note[] =>
  groupsOf(items, keyOf).map(group => {
    const shown = group.sort(byPlainness)
    return { shown, toText: hide => toText(shown, hide) }
  })

const isTold = ({ differences, refusal }: Judged) =>
  differences.some(({ kind }) => kind === 'status') || refusal?.isBound === false

const byStatus = ({ response, probe }: Judged) => response.status + probe.expectation.requests

const describeStatus = (shown: [Judged, ...Judged[]]) =>
  `${shown[0].response.status} for ${describeRequests(shown)}`

/** Requests that fail, and that no difference tells of. */
const noteFailures = (answered: readonly Judged[]): Note[] =>
  noteEach(
    answered.filter(each => each.response.status >= 500 && !each.isKnown && !isTold(each)),
    byStatus,
    (shown, hide) =>
      `${describeStatus(shown)}: ${describeRefusal(shown[0].response, hide).replace(/^\d+[,:]? /, '')}`,
  )

/** Successes where a refusal was expected. */
function noteSuccesses(answered: readonly Judged[]): Note[] {
  const told = answered.filter(
    ({ probe: { expectation }, response, differences }) =>
      isSuccessStatus(response.status) && expectation.isRefused && differences.length === 0,
  )
  const coerced = told.filter(each => coercedFields(each).length > 0)
  const others = told.filter(each => !coerced.includes(each))
  return [
    ...noteEach(others, byStatus, describeStatus),
    ...noteEach(
      coerced,
      () => 'all',
      (_, hide) => {
        const values = coerced.flatMap(each => describeCoercions(each, hide))
        return `makes texts of ${count(values, 'value')} of other types: ${listSome(values)}`
      },
    ),
  ]
}

/** Fields that were sent as no text, and came back as one. */
function coercedFields({ request, response }: Judged): string[] {
  const sent = toMap(parseJson(textOf(request)))
  const received = toMap(response.json)
  return textFields.filter(
    name =>
      sent.get(name) !== undefined &&
      typeof sent.get(name) !== 'string' &&
      typeof received.get(name) === 'string',
  )
}

function describeCoercions(each: Judged, hide: Hide): string[] {
  const sent = toMap(parseJson(textOf(each.request)))
  const received = toMap(each.response.json)
  return coercedFields(each).map(
    name => `${name} ${show(sent.get(name), hide)} came back as ${show(received.get(name), hide)}`,
  )
}

/** Refusals without an Error. */
const noteForeign = (answered: readonly Judged[]): Note[] =>
  noteEach(
    answered.filter(
      each => each.response.status < 500 && isForeign(each.response, each.request) && !isTold(each),
    ),
    ({ response }) => `${response.status}`,
    shown =>
      `${shown[0].response.status} without an Error for ${count(shown, 'request')}: an unexpected-response to the client`,
  )

/** Errors whose own status is another one than that of the response, which RFC 9457 (3.1.2) forbids. */
const noteStatuses = (answered: readonly Judged[]): Note[] =>
  noteEach(
    answered.filter(({ response }) => otherStatus(response, HIDE_NOTHING) !== undefined),
    ({ response }) => String(otherStatus(response, HIDE_NOTHING)),
    (shown, hide) =>
      `${otherStatus(shown[0].response, hide)} in the body of a ${shown[0].response.status} (${count(shown, 'response')})`,
  )

function otherStatus(response: ReadResponse, hide: Hide): string | undefined {
  const error = errorOf(response)
  const field =
    error && statusFields.find(name => Number(error[name] ?? response.status) !== response.status)
  return error && field && `${field} ${show(error[field], hide)}`
}

const noteOftenSent = (answered: readonly Judged[]): Note[] =>
  noteEach(
    answered.filter(
      ({ probe, response }) => probe.oftenSent && response.status >= 400 && response.status < 500,
    ),
    ({ probe }) => probe.name,
    ([{ probe, response }], hide) =>
      `refuses ${probe.oftenSent}: ${describeRefusal(response, hide)}`,
  )

/** How many requests, of what kind, and the plainest of them. */
function describeRequests(shown: readonly [Result, ...Result[]]): string {
  const words = shown[0].probe.expectation.requests
  const sample = shown[0].probe.expectation.kind === 'invalid' ? `, such as ${bodyOf(shown)}` : ''
  return `${count(shown, 'request')} ${shown.length === 1 ? words.replace('that are', 'that is') : words}${sample}`
}

/** The first body that is text. */
function bodyOf(shown: readonly [Result, ...Result[]]): string {
  const bodies = shown.map(({ requests }) => requests.at(-1)?.body)
  const text = bodies.find(body => typeof body === 'string' && body !== '')
  return text === undefined ? shown[0].probe.name : escapeInvisible(String(text))
}

/** Plants that are refused as a service may: first texts that are too long, then the others. */
function noteBounds(answered: readonly Judged[]): Note[] {
  const bounds = answered.filter(({ refusal, probe }) => refusal?.isBound && probe.expectation.open)
  const isLong = ({ refusal }: Judged) => refusal?.trait?.bound !== undefined
  const keyOf = ({ refusal }: Judged) => `${refusal?.cause} ${refusal?.trait?.field}`
  const others = groupBy(
    bounds.filter(each => !isLong(each)),
    keyOf,
  )
  // A rule that says the same whenever it refuses is one line, whatever it refuses.
  const ruleOf = new Map(others.map(([key, group]) => [key, oneMessage(group) ?? key]))
  return [
    ...noteEach(bounds.filter(isLong), keyOf, (shown, hide) => {
      const { field, bound } = shown[0].refusal?.trait ?? {}
      const longer = `more than ${bound?.longest} ${bound?.unit}`
      return `refuses ${field}s of ${longer} (${count(shown, 'request')}): ${describeRefusal(shown[0].response, hide)}`
    }).map(note => ({ ...note, isRepeated: true })),
    ...noteEach(
      bounds.filter(each => !isLong(each)),
      each => ruleOf.get(keyOf(each)) ?? '',
      (shown, hide) => {
        const [{ refusal, response }] = shown
        const which = describeBound(refusal?.trait?.field, shown, answered)
        return `refuses ${which}: ${describeRefusal(response, hide)}`
      },
    ),
  ]
}

/** The kind of response, the field and the message of some refusals, if all of them have the same. */
function oneMessage(group: readonly Judged[]): string | undefined {
  const rules = group.map(
    ({ response, refusal }) =>
      `${kindOf(response)} ${refusal?.trait?.field} ${describeRefusal(response, HIDE_NOTHING)}`,
  )
  return rules.every(rule => rule === rules[0]) ? rules[0] : undefined
}

function describeBound(
  field: string | undefined,
  shown: [Judged, ...Judged[]],
  answered: readonly Judged[],
): string {
  const all = answered.filter(
    each => shown.includes(each) || (each.probe.unusual && each.probe.unusual.field === field),
  )
  const which = field ? `${shown.length} of ${all.length} unusual ${field}s` : count(shown, 'plant')
  return `${which}, such as ${bodyOf(shown)}`
}

/** Ids and names that exist already: of an earlier run, or of the service's own plants. */
function noteKnown(answered: readonly Judged[]): Note[] {
  // What this run may have added itself, before a response that did not come again, is not told.
  const known = answered.filter(({ isKnown, before }) => isKnown && before === undefined)
  const idsOf = (shown: readonly Judged[]) =>
    listSome(
      shown.map(({ request }) => show(toMap(parsePlant(request.body)).get('id'), HIDE_NOTHING)),
    )
  const words = {
    refused: (shown: readonly Judged[]) =>
      `refuses these ids as it refuses ids that exist, as they may since another run: ${idsOf(shown)}`,
    returned: (shown: readonly Judged[]) =>
      `returns another plant for these ids, as it does for ids that exist: ${idsOf(shown)}`,
    named: (shown: readonly Judged[]) =>
      `refuses ${count(shown, 'plant')} as it refuses names that exist, as they may since another run`,
  }
  const kindOfKnown = ({ probe, response, isTaken }: Judged) =>
    !probe.isFixed && !isTaken ? 'named' : isSuccessStatus(response.status) ? 'returned' : 'refused'
  return groupBy(known, kindOfKnown).flatMap(([kind, shown]) =>
    noteEach(shown, () => kind, words[kind]),
  )
}

/** Properties of a Plant that the contract does not have, and fields of the request among them that changed. */
function noteFields(answered: readonly Judged[]): Note[] {
  const further = answered.flatMap(each => {
    const plant = parsePlant(each.request.body)
    const received = toMap(each.response.json)
    const isPlant = successFields.some(name => received.has(name))
    if (!plant || !isPlant || !isSuccessStatus(each.response.status)) return []
    const sent = toMap(plant)
    return [...received]
      .filter(([name]) => !successFields.some(field => field === name))
      .map(([name, value]) => ({
        ...each,
        name,
        was: sent.get(name),
        isChanged: sent.has(name) && !areEqual(sent.get(name), value),
        value,
      }))
  })
  const [first] = further
  if (!first) return []
  const names = [...new Set(further.map(({ name }) => name))]
  const changed = further.filter(
    ({ name, isChanged, isKnown }) =>
      isChanged && !isKnown && requestFields.some(field => field.name === name),
  )
  const describeChanges = (hide: Hide) =>
    groupsOf(changed, ({ name }) => name).map(shown => {
      const [{ name, value, was }] = shown.sort(byPlainness)
      const plants = further.filter(each => each.name === name).length
      return `; ${name} came back as ${show(value, hide)}, not ${show(was, hide)} (in ${shown.length} of ${plants} plants)`
    })
  const [shown = first] = changed
  return [
    {
      shown: [shown],
      toText: hide =>
        `a Plant has more fields in the response: ${listSome(names)}${describeChanges(hide).join('')}`,
    },
  ]
}
