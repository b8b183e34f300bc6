// What the specification leaves open, and what the owner of a service might still like to know.
import { requestFields, requestMediaType, successFields } from '../../generated/contract.ts'
import { areEqual, type Difference, show, toMap } from '../contract/judge.ts'
import { parsePlant, textFields } from '../contract/parse-plant.ts'
import { describeRefusal, signatureOf } from '../contract/refusal.ts'
import { isForeign, isSuccessStatus, parseJson } from '../contract/response.ts'
import { escapeInvisible } from '../contract/visible.ts'
import { groupBy } from './group-by.ts'
import type { Answered } from './judged.ts'
import { points } from './points.ts'
import { textOf } from './probe.ts'
import type { PlannedProbe } from './probes.ts'

/** A line of the report, and what shows it. */
export interface Seen {
  text: string
  shown: readonly PlannedProbe[]
}

type Unanswered = PlannedProbe & { service: string }

/** Takes all responses, the ones that differ too, and requests without a response. */
export const observe = (
  answered: readonly Answered[],
  unanswered: readonly Unanswered[],
): Seen[] => [
  ...groupBy(unanswered, each => each.service + wordsOf(each)).map(([, shown]) => ({
    text: `no response to ${describeRequests(shown)}: ${shown[0].service}`,
    shown,
  })),
  ...observeFailures(answered),
  ...observeSuccesses(answered),
  ...observeForeign(answered),
  ...observeOftenSent(answered),
  ...observeBounds(answered),
  ...observeKnownIds(answered),
  ...observeFields(answered),
]

const differsIn = ({ differences }: Answered, ...kinds: Difference['kind'][]) =>
  differences.some(({ kind }) => kinds.includes(kind))

/** Requests that are no valid plant, and nothing that a difference tells already. */
function observeFailures(answered: readonly Answered[]): Seen[] {
  const different = answered.filter(each => differsIn(each, 'status')).map(signature)
  const told = answered.filter(
    each =>
      each.response.status >= 500 &&
      !each.isKnown &&
      !differsIn(each, 'status') &&
      !(parsePlant(each.request.body) && different.includes(signature(each))),
  )
  return tellByStatus(told).map(({ text, shown }) => ({
    text: `${text}: ${describeRefusal(shown[0].response).replace(/^\d+[,:]? /, '')}`,
    shown,
  }))
}

const signature = ({ response, request }: Answered) => signatureOf(response, request)

const tellByStatus = (told: readonly Answered[]) =>
  groupBy(told, each => each.response.status + wordsOf(each)).map(([, shown]) => ({
    text: `${shown[0].response.status} for ${describeRequests(shown)}`,
    shown,
  }))

/** Successes where nobody expects one. */
function observeSuccesses(answered: readonly Answered[]): Seen[] {
  const told = answered.filter(
    ({ probe: { open }, response, differences }) =>
      isSuccessStatus(response.status) &&
      open !== undefined &&
      points[open].isRefused &&
      differences.length === 0,
  )
  const coerced = told.flatMap(each => coercionsIn(each).map(text => ({ ...each, text })))
  const others = told.filter(each => !coerced.some(({ probe }) => probe === each.probe))
  const count = coerced.length
  return [
    ...tellByStatus(others),
    ...(count > 0
      ? [
          {
            text: `makes texts of ${count} ${count === 1 ? 'value' : 'values'} of other types: ${coerced.map(({ text }) => text).join(', ')}`,
            shown: coerced,
          },
        ]
      : []),
  ]
}

/** Values that were sent as no text, and came back as one. */
function coercionsIn({ request, response }: Answered): string[] {
  const sent = toMap(parseJson(textOf(request)))
  const received = toMap(parseJson(response.body))
  return textFields
    .map(name => ({ name, from: sent.get(name), to: received.get(name) }))
    .filter(
      ({ from, to }) => from !== undefined && typeof from !== 'string' && typeof to === 'string',
    )
    .map(({ name, from, to }) => `${name} ${show(from)} came back as ${show(to)}`)
}

/** Refusals without an Error. */
function observeForeign(answered: readonly Answered[]): Seen[] {
  const foreign = answered.filter(
    each => each.response.status < 500 && isForeign(each.response, each.request),
  )
  return groupBy(foreign, ({ response }) => String(response.status)).map(([status, shown]) => ({
    text: `${status} without an Error for ${count(shown, 'request')}: an unexpected-response to the client`,
    shown,
  }))
}

const count = (shown: readonly unknown[], noun: string) =>
  `${shown.length} ${noun}${shown.length === 1 ? '' : 's'}`

/** What many clients send, by the names of probes. */
const OFTEN_SENT: Readonly<Record<string, string>> = {
  [`${requestMediaType}; charset=utf-8`]: `the media type ${requestMediaType}; charset=utf-8, which many clients send`,
  'bearer token': 'the scheme bearer in lower case, although RFC 9110 (11.1) allows it',
  'an unknown property': 'a plant with a field that it does not know, which later clients may send',
}

function observeOftenSent(answered: readonly Answered[]): Seen[] {
  return answered.flatMap(each => {
    const { status } = each.response
    const what = OFTEN_SENT[each.probe.name]
    return what && status >= 400 && status < 500
      ? [{ text: `refuses ${what}: ${describeRefusal(each.response)}`, shown: [each] }]
      : []
  })
}

const wordsOf = ({ probe: { open = 'bounds' } }: Pick<PlannedProbe, 'probe'>) =>
  points[open].requests

/** How many requests, of what kind, and the shortest of them. */
function describeRequests(shown: readonly [PlannedProbe, ...PlannedProbe[]]): string {
  const words = wordsOf(shown[0])
  const isInvalid = words === points.invalid.requests
  const sample = isInvalid ? `, such as ${shortest(shown) || shown[0].probe.name}` : ''
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

/** A service may have bounds. Where it refuses a valid plant with a status that is none of a bound, that differs. */
const isBounded = (each: Answered) =>
  each.probe.open === 'bounds' &&
  !each.isKnown &&
  each.response.status >= 400 &&
  !differsIn(each, 'status')

/** Refused plants: first texts that are too long, then the others, by the reason. */
function observeBounds(answered: readonly Answered[]): Seen[] {
  const refused = answered.filter(isBounded)
  const lengths = textFields.flatMap(field => observeLength(field, answered))
  const others = refused.filter(each => !lengths.some(({ shown }) => shown.includes(each)))
  const byCause = groupBy(others, each => `${each.probe.unusual?.field} ${signature(each)}`)
  return [
    ...lengths,
    ...byCause.map(([, shown]) => {
      const { probe, response } = shown[0]
      const { field } = probe.unusual ?? {}
      const all = answered.filter(each => each.probe.unusual && each.probe.unusual.field === field)
      const which = field
        ? `${shown.length} of ${all.length} unusual ${field}s`
        : count(shown, 'plant')
      return {
        text: `refuses ${which}, such as ${shortest(shown)}: ${describeRefusal(response)}`,
        shown,
      }
    }),
  ]
}

/**
 * Plain texts longer than all that were added. If a short one is refused too, or none but the usual one was added,
 * the service asks for more than a length.
 */
function observeLength(field: string, answered: readonly Answered[]): Seen[] {
  const lengthOf = ({ probe }: Answered) => [...(probe.unusual?.text ?? '')].length
  const plain = answered.filter(
    ({ probe }) => probe.unusual?.field === field && /^[a-z]+$/i.test(probe.unusual.text),
  )
  const taken = Math.max(
    0,
    ...plain.filter(({ response }) => isSuccessStatus(response.status)).map(lengthOf),
  )
  const refused = plain.filter(isBounded)
  const shown = refused
    .filter(each => lengthOf(each) > taken)
    .sort((one, other) => lengthOf(one) - lengthOf(other))
  const [first] = shown
  if (!first || taken === 0 || refused.length > shown.length) return []
  const size = lengthOf(first)
  const bound = size === taken + 1 ? `more than ${taken}` : `${size} but not ${taken}`
  const alike = shown.concat(
    answered.filter(
      each =>
        each.probe.unusual?.field === field &&
        isBounded(each) &&
        !shown.includes(each) &&
        lengthOf(each) > taken &&
        signature(each) === signature(first),
    ),
  )
  const text = `refuses ${field}s of ${bound} characters (${count(alike, 'request')}): ${describeRefusal(first.response)}`
  return [{ text, shown: alike }]
}

/** Ids that exist already: of an earlier run, or of the service's own plants. */
function observeKnownIds(answered: readonly Answered[]): Seen[] {
  const known = answered.filter(({ isKnown }) => isKnown)
  const idsOf = (shown: readonly Answered[]) =>
    shown.map(({ request }) => show(toMap(parsePlant(request.body)).get('id'))).join(', ')
  const fixed = known.filter(({ probe }) => probe.isFixed)
  const [refused, returned] = [
    fixed.filter(({ response }) => !isSuccessStatus(response.status)),
    fixed.filter(({ response }) => isSuccessStatus(response.status)),
  ]
  const chosen = known.filter(({ probe }) => !probe.isFixed)
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
      text: `has plants with ${chosen.length} of the ids from --first-id on already, so choose another one: ${idsOf(chosen)}`,
      shown: chosen,
    },
  ].filter(({ shown }) => shown.length > 0)
}

/** Properties of a Plant that the contract does not have, and fields of the request among them that changed. */
function observeFields(answered: readonly Answered[]): Seen[] {
  const further = answered.flatMap(each => {
    const plant = parsePlant(each.request.body)
    const received = toMap(parseJson(each.response.body))
    const isPlant = successFields.some(name => received.has(name))
    if (!plant || !isPlant || !isSuccessStatus(each.response.status)) return []
    const sent = toMap(plant)
    return [...received]
      .filter(([name]) => !successFields.some(field => field === name))
      .map(([name, value]) => ({ ...each, name, value, sent: sent.get(name) }))
  })
  const names = [...new Set(further.map(({ name }) => name))]
  const asked = names.filter(name => requestFields.some(field => field.name === name))
  const changed = further.filter(
    ({ name, sent, value, isKnown }) =>
      asked.includes(name) && !isKnown && sent !== undefined && !areEqual(sent, value),
  )
  if (further.length === 0) return []
  const changes = groupBy(changed, ({ name }) => name).map(([name, shown]) => {
    const [{ value, sent }] = shown.sort(byLength)
    const plants = further.filter(each => each.name === name).length
    return `; ${name} came back as ${show(value)}, not ${show(sent)} (in ${shown.length} of ${plants} plants)`
  })
  return [
    {
      text: `a Plant has more fields in the response: ${names.join(', ')}${changes.join('')}`,
      shown: [...changed, ...further].slice(0, 1),
    },
  ]
}

const byLength = (one: { sent: unknown }, other: { sent: unknown }) =>
  show(one.sent).length - show(other.sent).length
