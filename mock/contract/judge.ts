// Where responses differ from the specification, as data. `words.ts` puts it into words.
import { isErrorStatus, successFields, successStatus } from '../../generated/contract.ts'
import { issuesOfError, issuesOfSuccess } from '../../generated/validators.ts'
import { BYTE_ORDER_MARK } from '../json/read.ts'
import { type Change, describeChange } from './change.ts'
import { parsePlant } from './parse-plant.ts'
import {
  type Came,
  cameOf,
  charsetOf,
  errorOf,
  isOperation,
  isSuccessStatus,
  mediaTypeOf,
  plantOf,
  type ReadResponse,
  type SentRequest,
  specifiedMediaType,
} from './response.ts'
import { type Found, toFound, toValue, type Value } from './value.ts'

/** One way in which a response differs from the specification. */
export type Difference = { readonly came: Came } & (
  | { readonly kind: 'status' | 'token' | 'media type' | 'charset' | 'byte order mark' }
  | BodyDifference
  | FieldDifference
)

/** The rules of the schema that a body breaks; none if it is not JSON. */
export interface BodyDifference {
  readonly kind: 'body'
  readonly rules: readonly BrokenRule[]
}

export interface BrokenRule {
  readonly rule: string
  /** Undefined if it is missing. */
  readonly found: Found | undefined
}

/** A field of the plant came back in another way than it was sent. */
export interface FieldDifference {
  readonly kind: 'field'
  readonly field: string
  /** Whether all of the plant is that of another id. */
  readonly isOfOtherId?: boolean
  readonly change: Change
  readonly sent: Value | undefined
  readonly received: Value | undefined
}

/** Changes each text that a service wrote. */
export function mapTexts(difference: Difference, change: (text: string) => string): Difference {
  const { headers } = difference.came
  const changed = Object.entries(headers).map(([name, value]) => [name, change(value)])
  const came = { ...difference.came, headers: Object.fromEntries(changed) }
  const changeValue = (value: Value | undefined) => value && { ...value, json: change(value.json) }
  if (difference.kind === 'field')
    return {
      ...difference,
      came,
      sent: changeValue(difference.sent),
      received: changeValue(difference.received),
    }
  if (difference.kind !== 'body') return { ...difference, came }
  const rules = difference.rules.map(({ rule, found }) => ({
    rule,
    found: found?.json === undefined ? found : changeValue(found),
  }))
  return { ...difference, came, rules }
}

/** Judges the response to a valid NewPlant. */
export function judgeAdded(response: ReadResponse, request: SentRequest): Difference[] {
  const content = judgeContent(response, request)
  if (response.status === successStatus) return content
  return [{ kind: 'status', came: cameOf(response, request) }, ...content]
}

/** Judges the response to a request without a bearer token. */
export function judgeRefused(response: ReadResponse, request: SentRequest): Difference[] {
  const content = judgeContent(response, request)
  if (!isSuccessStatus(response.status)) return content
  return [{ kind: 'token', came: cameOf(response, request) }, ...content]
}

/** Whether a response has to have the plant: the specified success, and any other to a valid plant that is not empty. */
const isToHavePlant = ({ status, body }: ReadResponse, request: SentRequest): boolean =>
  status === successStatus ||
  (isSuccessStatus(status) && body !== '' && parsePlant(request.body) !== undefined)

/** The specified statuses have a media type and a shape, whatever the request. */
export function judgeContent(response: ReadResponse, request: SentRequest): Difference[] {
  const { status, headers } = response
  const isAdded = isToHavePlant(response, request)
  if (!isOperation(request) || (!isAdded && !isErrorStatus(status))) return []
  const came = cameOf(response, request)
  const found: Difference[] = []
  const isOfShape = plantOf(response) !== undefined || errorOf(response) !== undefined
  const type = headers['content-type']
  if (BYTE_ORDER_MARK.test(response.body)) found.push({ kind: 'byte order mark', came })
  if (!isOfShape) found.push({ kind: 'body', rules: findBroken(response, isAdded), came })
  else if (mediaTypeOf(type) !== specifiedMediaType(status))
    found.push({ kind: 'media type', came })
  if (isAdded)
    found.push(...comparePlants(response, request).map(difference => ({ ...difference, came })))
  // What cannot be read as UTF-8 has one cause, if the response says so itself.
  const isUnread = (difference: Difference) =>
    charsetOf(type) !== undefined && isOfCharset(difference)
  return found.some(isUnread)
    ? [{ kind: 'charset', came }, ...found.filter(each => !isUnread(each))]
    : found
}

/** Whether it may come of a charset: no JSON at all, or a text with other characters than those of ASCII. */
const isOfCharset = (difference: Difference): boolean =>
  difference.kind === 'body'
    ? difference.rules.length === 0
    : difference.kind === 'field' &&
      [difference.sent, difference.received].some(value => /[^\0-\x7f]/.test(value?.json ?? ''))

function findBroken({ json: value }: ReadResponse, isAdded: boolean): BrokenRule[] {
  if (value === undefined) return []
  const issues = (isAdded ? issuesOfSuccess : issuesOfError)(value, 'json').slice(0, MAX_ISSUES)
  return issues.map(({ path, message }) => {
    const found = path.reduce<unknown>((whole, name) => ownOf(whole, String(name)), value)
    return { rule: `${path.join('.') || 'it'} ${message}`, found: toFound(found) }
  })
}

const MAX_ISSUES = 3

/**
 * The shape allows further properties. A field of the contract is there if it was sent, and only then. Where the
 * body is not a Plant, the fields that are as the contract has them are compared all the same.
 */
function comparePlants(response: ReadResponse, request: SentRequest): FieldDifference[] {
  const plant = parsePlant(request.body)
  if (!plant) return []
  const whole = plantOf(response)
  const value = whole ?? response.json
  const wrong = issuesOfSuccess(value, 'json').map(({ path }) => path[0])
  return successFields
    .filter(name => whole || (Object.hasOwn(Object(value), name) && !wrong.includes(name)))
    .map(name => ({ name, sent: ownOf(plant, name), received: ownOf(value, name) }))
    .filter(({ sent, received }) => !areEqual(sent, received))
    .map(
      ({ name, sent, received }): FieldDifference => ({
        kind: 'field',
        field: name,
        change: changeOf(sent, received),
        sent: toValue(sent),
        received: toValue(received),
      }),
    )
}

function changeOf(sent: unknown, received: unknown): Change {
  if (received === undefined) return 'did not come back'
  if (sent === undefined) return 'came back, but was not sent'
  const isText = typeof sent === 'string' && typeof received === 'string'
  return isText ? describeChange(sent, received) : 'came back with another value'
}

/** One property, without a look at the others: a service may send a hundred thousand. */
const ownOf = (value: unknown, name: string): unknown =>
  Object.getOwnPropertyDescriptor(Object(value), name)?.value

export const toMap = (value: unknown): Map<string, unknown> =>
  new Map(Object.entries(Object(value)))

/** Whether two values of JSON are equal, in whatever order their properties are. */
export function areEqual(one: unknown, other: unknown): boolean {
  if (Object(one) !== one || Object(other) !== other) return one === other
  const [left, right] = [toMap(one), toMap(other)]
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && areEqual(value, right.get(name)))
  )
}
