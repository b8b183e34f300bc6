// What the specification leaves open, and what the owner of a service might still like to know.
import { requestFields, successFields } from '../../../generated/contract.ts'
import { areEqual, show, toMap } from '../../contract/judge.ts'
import { parsePlant, textFields } from '../../contract/parse-plant.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import {
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

/** A line of the report, and what shows it. */
export interface Note {
  text: string
  shown: readonly PlannedProbe[]
}

/** A response as it may be printed, where it is quoted. */
type Answered = Judged & { printed: ReadResponse }

type Unanswered = PlannedProbe & { service: string }

/** Takes all responses, the ones that differ too, and requests without a response. */
export const findNotes = (
  answered: readonly Answered[],
  unanswered: readonly Unanswered[],
): Note[] => [
  ...groupPlainest(unanswered, each => each.service + each.probe.expectation.requests).map(
    shown => ({
      text: `no response to ${describeRequests(shown)}: ${shown[0].service}`,
      shown,
    }),
  ),
  ...noteFailures(answered),
  ...noteSuccesses(answered),
  ...noteForeign(answered),
  ...noteOftenSent(answered),
  ...noteSameName(answered),
  ...noteBounds(answered),
  ...noteKnown(answered),
  ...noteFields(answered),
]

/** Groups, of which the first item is the example. */
const groupPlainest = <T extends PlannedProbe>(items: readonly T[], keyOf: (item: T) => string) =>
  groupBy(items, keyOf).map(([, shown]) => shown.sort(byPlainness) as [T, ...T[]])

const isTold = ({ differences, refusal }: Answered) =>
  differences.some(({ kind }) => kind === 'status') || refusal?.isBound === false

/** Requests that fail, and that no difference tells of. */
const noteFailures = (answered: readonly Answered[]): Note[] =>
  noteByStatus(
    answered.filter(
      each =>
        each.response.status >= 500 &&
        !each.isKnown &&
        !isTold(each) &&
        each.probe.expectation !== SAME_NAME,
    ),
  ).map(({ text, shown }) => ({
    text: `${text}: ${describeRefusal(shown[0].printed).replace(/^\d+[,:]? /, '')}`,
    shown,
  }))

const noteByStatus = (told: readonly Answered[]) =>
  groupPlainest(told, ({ response, probe }) => response.status + probe.expectation.requests).map(
    shown => ({
      text: `${shown[0].response.status} for ${describeRequests(shown)}`,
      shown,
    }),
  )

/** Successes where nobody expects one. */
function noteSuccesses(answered: readonly Answered[]): Note[] {
  const told = answered.filter(
    ({ probe: { expectation }, response, differences }) =>
      isSuccessStatus(response.status) && expectation.isRefused && differences.length === 0,
  )
  const coerced = told.flatMap(each => coercionsIn(each).map(text => ({ ...each, text })))
  const others = told.filter(each => !coerced.some(({ probe }) => probe === each.probe))
  if (coerced.length === 0) return noteByStatus(others)
  const made = listSome(coerced.map(({ text }) => text))
  return [
    ...noteByStatus(others),
    { text: `makes texts of ${count(coerced, 'value')} of other types: ${made}`, shown: coerced },
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
function noteForeign(answered: readonly Answered[]): Note[] {
  const foreign = answered.filter(
    each => each.response.status < 500 && isForeign(each.response, each.request) && !isTold(each),
  )
  return groupPlainest(foreign, ({ response }) => String(response.status)).map(shown => ({
    text: `${shown[0].response.status} without an Error for ${count(shown, 'request')}: an unexpected-response to the client`,
    shown,
  }))
}

const noteOftenSent = (answered: readonly Answered[]): Note[] =>
  answered.flatMap(each => {
    const { probe, response, printed } = each
    return probe.oftenSent && response.status >= 400 && response.status < 500
      ? [{ text: `refuses ${probe.oftenSent}: ${describeRefusal(printed)}`, shown: [each] }]
      : []
  })

function noteSameName(answered: readonly Answered[]): Note[] {
  const shown = answered.filter(({ probe }) => probe.expectation === SAME_NAME)
  const [first] = shown
  return first
    ? [{ text: `takes each name only once: ${describeRefusal(first.printed)}`, shown }]
    : []
}

/** How many requests, of what kind, and the plainest of them. */
function describeRequests(shown: readonly [PlannedProbe, ...PlannedProbe[]]): string {
  const words = shown[0].probe.expectation.requests
  const sample = words === INVALID.requests ? `, such as ${bodyOf(shown)}` : ''
  return shown.length === 1
    ? `1 request ${words.replace('that are', 'that is').replace('that write', 'that writes')}${sample}`
    : `${shown.length} requests ${words}${sample}`
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
  const groups = groupPlainest(
    bounds,
    ({ refusal }) => `${refusal?.cause} ${refusal?.trait?.field}`,
  )
  const notes = groups.map(shown => {
    const { refusal, printed } = shown[0]
    const field = refusal?.trait?.field
    const isLong = refusal?.trait?.what === 'a long text' && field !== undefined
    const text = isLong
      ? describeLong(field, shown, answered)
      : describeBound(field, shown, answered)
    return { text: `refuses ${text}: ${describeRefusal(printed)}`, shown, isLong }
  })
  return [...notes.filter(({ isLong }) => isLong), ...notes.filter(({ isLong }) => !isLong)]
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
  field: string,
  shown: readonly Answered[],
  answered: readonly Answered[],
): string {
  const lengthsOf = (plants: readonly Answered[]) =>
    plants.flatMap(({ probe: { unusual } }) =>
      unusual?.field === field ? [[...unusual.text].length] : [],
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
  const [fixed, others] = [
    known.filter(({ probe }) => probe.isFixed),
    known.filter(({ probe }) => !probe.isFixed),
  ]
  const [refused, returned] = [
    fixed.filter(({ response }) => !isSuccessStatus(response.status)),
    fixed.filter(({ response }) => isSuccessStatus(response.status)),
  ]
  return [
    {
      text: `refuses these ids as it refuses ids that exist, as they may since another run: ${idsOf(refused)}`,
      shown: refused,
    },
    {
      text: `returns another plant for these ids, as it does for ids that exist: ${idsOf(returned)}`,
      shown: returned,
    },
    {
      text: `refuses ${count(others, 'plant')} as it refuses names that exist, as they may since another run`,
      shown: others,
    },
  ].filter(({ shown }) => shown.length > 0)
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
  const changes = groupPlainest(changed, ({ name }) => name).map(shown => {
    const [{ name, value, sent }] = shown
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
