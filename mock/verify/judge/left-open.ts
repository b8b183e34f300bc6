// What the specification leaves open, and what the owner of a service might still like to know.
import { requestFields, statusFields, successFields } from '../../../generated/contract.ts'
import { areEqual, show, toMap } from '../../contract/judge.ts'
import { parsePlant, textFields } from '../../contract/parse-plant.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import {
  errorOf,
  isForeign,
  isSuccessStatus,
  parseJson,
  type ReadResponse,
} from '../../contract/response.ts'
import { escapeInvisible } from '../../contract/visible.ts'
import { groupBy } from '../group-by.ts'
import { INVALID, SAME_NAME } from '../requests/expectations.ts'
import { byPlainness, type PlannedProbe } from '../requests/plan.ts'
import { textOf } from '../requests/probe.ts'
import { count, listSome } from '../words.ts'
import type { Judged } from './judge.ts'
import { LONG } from './traits.ts'

/** A line of the report, and what shows it. */
export interface Note {
  text: string
  shown: readonly PlannedProbe[]
}

/** A response as it may be printed, where it is quoted. */
type Answered = Judged & { printed: ReadResponse }

type Unanswered = PlannedProbe & { service: string }

/** Takes all responses, including those that differ, and requests without a response. */
export const findNotes = (
  answered: readonly Answered[],
  unanswered: readonly Unanswered[],
): Note[] => [
  ...noteEach(
    unanswered,
    each => each.service + each.probe.expectation.requests,
    shown => `no response to ${describeRequests(shown)}: ${shown[0].service}`,
  ),
  ...noteFailures(answered),
  ...noteSuccesses(answered),
  ...noteForeign(answered),
  ...noteStatuses(answered),
  ...noteOftenSent(answered),
  ...noteEach(
    answered.filter(({ probe }) => probe.expectation === SAME_NAME),
    () => 'all',
    ([first]) => `takes each name only once: ${describeRefusal(first.printed)}`,
  ),
  ...noteBounds(answered),
  ...noteKnown(answered),
  ...noteFields(answered),
]

/** Writes a note about each group of like items. The plainest item comes first, as the example. */
const noteEach = <T extends PlannedProbe>(
  items: readonly T[],
  keyOf: (item: T) => string,
  textOf: (shown: [T, ...T[]]) => string,
) =>
  groupBy(items, keyOf).map(([, group]) => {
    const shown = group.sort(byPlainness)
    return { text: textOf(shown), shown }
  })

const isTold = ({ differences, refusal }: Answered) =>
  differences.some(({ kind }) => kind === 'status') || refusal?.isBound === false

const byStatus = ({ response, probe }: Answered) => response.status + probe.expectation.requests

const describeStatus = (shown: [Answered, ...Answered[]]) =>
  `${shown[0].response.status} for ${describeRequests(shown)}`

/** Requests that fail, and that no difference tells of. */
const noteFailures = (answered: readonly Answered[]): Note[] =>
  noteEach(
    answered.filter(
      each =>
        each.response.status >= 500 &&
        !each.isKnown &&
        !isTold(each) &&
        each.probe.expectation !== SAME_NAME,
    ),
    byStatus,
    shown =>
      `${describeStatus(shown)}: ${describeRefusal(shown[0].printed).replace(/^\d+[,:]? /, '')}`,
  )

/** Successes where a refusal was expected. */
function noteSuccesses(answered: readonly Answered[]): Note[] {
  const told = answered.filter(
    ({ probe: { expectation }, response, differences }) =>
      isSuccessStatus(response.status) && expectation.isRefused && differences.length === 0,
  )
  const coerced = told.flatMap(each => coercionsIn(each).map(text => ({ ...each, text })))
  const others = told.filter(each => !coerced.some(({ probe }) => probe === each.probe))
  return [
    ...noteEach(others, byStatus, describeStatus),
    ...noteEach(
      coerced,
      () => 'all',
      shown =>
        `makes texts of ${count(shown, 'value')} of other types: ${listSome(coerced.map(({ text }) => text))}`,
    ),
  ]
}

/** Values that were sent as no text, and came back as one. */
function coercionsIn({ request, response, printed }: Answered): string[] {
  const sent = toMap(parseJson(textOf(request)))
  const received = toMap(response.json)
  const shown = toMap(printed.json)
  const isCoerced = (name: string) =>
    sent.get(name) !== undefined &&
    typeof sent.get(name) !== 'string' &&
    typeof received.get(name) === 'string'
  return textFields
    .filter(isCoerced)
    .map(name => `${name} ${show(sent.get(name))} came back as ${show(shown.get(name))}`)
}

/** Refusals without an Error. */
const noteForeign = (answered: readonly Answered[]): Note[] =>
  noteEach(
    answered.filter(
      each => each.response.status < 500 && isForeign(each.response, each.request) && !isTold(each),
    ),
    ({ response }) => `${response.status}`,
    shown =>
      `${shown[0].response.status} without an Error for ${count(shown, 'request')}: an unexpected-response to the client`,
  )

/** Errors whose own status is another one than that of the response, which RFC 9457 (3.1.2) forbids. */
const noteStatuses = (answered: readonly Answered[]): Note[] =>
  noteEach(
    answered.filter(({ response }) => otherStatus(response) !== undefined),
    ({ response }) => String(otherStatus(response)),
    shown =>
      `${otherStatus(shown[0].response)} in the body of a ${shown[0].response.status} (${count(shown, 'response')})`,
  )

function otherStatus(response: ReadResponse): string | undefined {
  const error = errorOf(response)
  const field =
    error && statusFields.find(name => Number(error[name] ?? response.status) !== response.status)
  return error && field && `${field} ${show(error[field])}`
}

const noteOftenSent = (answered: readonly Answered[]): Note[] =>
  noteEach(
    answered.filter(
      ({ probe, response }) => probe.oftenSent && response.status >= 400 && response.status < 500,
    ),
    ({ probe }) => probe.name,
    ([{ probe, printed }]) => `refuses ${probe.oftenSent}: ${describeRefusal(printed)}`,
  )

/** How many requests, of what kind, and the plainest of them. */
function describeRequests(shown: readonly [PlannedProbe, ...PlannedProbe[]]): string {
  const words = shown[0].probe.expectation.requests
  const sample = words === INVALID.requests ? `, such as ${bodyOf(shown)}` : ''
  return `${count(shown, 'request')} ${shown.length === 1 ? words.replace('that are', 'that is') : words}${sample}`
}

/** The first body that is text. */
function bodyOf(shown: readonly [PlannedProbe, ...PlannedProbe[]]): string {
  const bodies = shown.map(({ requests }) => requests.at(-1)?.body)
  const text = bodies.find(body => typeof body === 'string' && body !== '')
  return text === undefined ? shown[0].probe.name : escapeInvisible(String(text))
}

/** Plants that are refused as a service may: first texts that are too long, then the others. */
function noteBounds(answered: readonly Answered[]): Note[] {
  const bounds = answered.filter(({ refusal, probe }) => refusal?.isBound && probe.expectation.open)
  const isLong = ({ refusal }: Answered) => refusal?.trait?.what === LONG
  const notes = [...bounds.filter(isLong), ...bounds.filter(each => !isLong(each))]
  return noteEach(
    notes,
    ({ refusal }) => `${refusal?.cause} ${refusal?.trait?.field}`,
    shown => {
      const [{ refusal, printed }] = shown
      const field = refusal?.trait?.field
      const describe = field !== undefined && isLong(shown[0]) ? describeLong : describeBound
      return `refuses ${describe(field, shown, answered)}: ${describeRefusal(printed)}`
    },
  )
}

function describeBound(
  field: string | undefined,
  shown: [Answered, ...Answered[]],
  answered: readonly Answered[],
): string {
  const all = answered.filter(
    each => shown.includes(each) || (each.probe.unusual && each.probe.unusual.field === field),
  )
  const which = field ? `${shown.length} of ${all.length} unusual ${field}s` : count(shown, 'plant')
  return `${which}, such as ${bodyOf(shown)}`
}

function describeLong(
  field: string | undefined,
  shown: readonly Answered[],
  answered: readonly Answered[],
): string {
  const lengthsOf = (plants: readonly Answered[]) =>
    plants.flatMap(({ probe: { unusual } }) =>
      unusual && unusual.field === field ? [[...unusual.text].length] : [],
    )
  const refused = Math.min(...lengthsOf(shown))
  const added = answered.filter(({ response }) => isSuccessStatus(response.status))
  const taken = Math.max(0, ...lengthsOf(added))
  const bound = refused === taken + 1 ? `more than ${taken}` : `${refused} but not ${taken}`
  return `${field}s of ${bound} characters (${count(shown, 'request')})`
}

/** Ids and names that exist already: of an earlier run, or of the service's own plants. */
function noteKnown(answered: readonly Answered[]): Note[] {
  const known = answered.filter(({ isKnown }) => isKnown)
  const idsOf = (shown: readonly Answered[]) =>
    listSome(shown.map(({ request }) => show(toMap(parsePlant(request.body)).get('id'))))
  const words = {
    refused: (shown: readonly Answered[]) =>
      `refuses these ids as it refuses ids that exist, as they may since another run: ${idsOf(shown)}`,
    returned: (shown: readonly Answered[]) =>
      `returns another plant for these ids, as it does for ids that exist: ${idsOf(shown)}`,
    named: (shown: readonly Answered[]) =>
      `refuses ${count(shown, 'plant')} as it refuses names that exist, as they may since another run`,
  }
  const kindOf = ({ probe, response }: Answered) =>
    !probe.isFixed ? 'named' : isSuccessStatus(response.status) ? 'returned' : 'refused'
  return groupBy(known, kindOf).map(([kind, shown]) => ({ text: words[kind](shown), shown }))
}

/** Properties of a Plant that the contract does not have, and fields of the request among them that changed. */
function noteFields(answered: readonly Answered[]): Note[] {
  const further = answered.flatMap(each => {
    const plant = parsePlant(each.request.body)
    const received = toMap(each.response.json)
    const isPlant = successFields.some(name => received.has(name))
    if (!plant || !isPlant || !isSuccessStatus(each.response.status)) return []
    const [sent, printed] = [toMap(plant), toMap(each.printed.json)]
    return [...received]
      .filter(([name]) => !successFields.some(field => field === name))
      .map(([name, value]) => ({
        ...each,
        name,
        sent: sent.get(name),
        isChanged: sent.has(name) && !areEqual(sent.get(name), value),
        value: printed.get(name),
      }))
  })
  if (further.length === 0) return []
  const names = [...new Set(further.map(({ name }) => name))]
  const changed = further.filter(
    ({ name, isChanged, isKnown }) =>
      isChanged && !isKnown && requestFields.some(field => field.name === name),
  )
  const changes = groupBy(changed, ({ name }) => name).map(([, shown]) => {
    const [{ name, value, sent }] = shown.sort(byPlainness)
    const plants = further.filter(each => each.name === name).length
    return `; ${name} came back as ${show(value)}, not ${show(sent)} (in ${shown.length} of ${plants} plants)`
  })
  return [
    {
      text: `a Plant has more fields in the response: ${listSome(names)}${changes.join('')}`,
      shown: [...changed, ...further].slice(0, 1),
    },
  ]
}
