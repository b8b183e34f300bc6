import { path, requestFields } from '../../generated/contract.ts'
import { parseNumber } from '../json/parse-number.ts'
import { writeJson } from '../json/write.ts'
import { isPlant, minimal } from './bodies.ts'
import { type Point, points } from './points.ts'
import type { PlanSize } from './report.ts'
import type { Rule, RuleRequest } from './rule.ts'
import { rules } from './rules.ts'

/** A rule for a real service, with its own ids and token, and the original for the mock. */
export interface PlannedRule {
  rule: Rule
  original: Rule
}

/** The rules for a service, in the order in which they are run. */
export function planRules(firstId: bigint, token: string): PlannedRule[] {
  let nextId = firstId
  return included.map((original, index) => {
    // Ordinary ids are consecutive, so that they print as a range; the others come after them.
    const isOrdinary = ORDINARY_ID.test(readText(original.request.body))
    const wanted = isOrdinary ? nextId : firstId + 100n + BigInt(index)
    const id = chooseId(original, wanted)
    if (isOrdinary && id !== undefined) nextId = id + 1n
    return { rule: adapt(original, id, token), original }
  })
}

const ORDINARY_ID = new RegExp(`"id":"?0*${writeJson(minimal.id)}(?![\\d.e])`)

/** How many ids are tried for one that the contract allows. */
const MAX_TRIES = 100n

/** Such ids are within int32. */
const MAX_SMALL_ID = 1_000_000_000n

/**
 * An id, at or after the one that is wanted, with which the rule is about the same as with its own:
 * bodies that the contract allows are still allowed. Undefined if there is none.
 */
function chooseId(original: Rule, wanted: bigint): bigint | undefined {
  const validity = validityOf(original)
  for (const start of [wanted, (wanted % MAX_SMALL_ID) + 1n])
    for (let id = start; id < start + MAX_TRIES; id++)
      if (validityOf(adapt(original, id, '')) === validity) return id
  return undefined
}

/** Which bodies of a rule are valid. */
const validityOf = ({ before = [], request }: Rule): string =>
  [...before, request].map(({ body }) => (isPlant(body) ? 'valid' : 'invalid')).join()

/** A rule with other ids, unless `id` is undefined, and another token. */
function adapt(original: Rule, id: bigint | undefined, token: string): Rule {
  const adaptRequest = (request: RuleRequest): RuleRequest => ({
    ...request,
    ...(id !== undefined && request.path === `${path}/1` && { path: `${path}/${id}` }),
    ...(id !== undefined && request.body !== undefined && { body: withIds(request.body, id) }),
    ...(request.headers && { headers: withToken(request.headers, token) }),
  })
  const { name, before = [], request } = original
  return {
    ...original,
    name: shortName(name),
    before: before.map(adaptRequest),
    request: adaptRequest(request),
  }
}

/** Without the status, which is the mock's, and without what the point says already. */
const shortName = (name: string) => name.replace(/^\d{3}: (Content-Type: |Authorization: )?/, '')

/** What is specified comes first, adding a plant before all else; the rest in the order of the points. */
const rank = ({ specified, unspecified }: Rule) =>
  specified ? Number(specified !== 'added') : 2 + Object.keys(points).indexOf(unspecified as Point)

/** A rule that only shows how an option of the mock works says nothing of a service. */
const included = rules
  .filter(({ options, specified, skipped }) => !skipped && (specified || !options))
  .sort((one, other) => rank(one) - rank(other))

/** The rules that a service is not tested on, and why. */
export const skipped: readonly { name: string; reason: string }[] = rules.flatMap(
  ({ name, skipped: reason }) => (reason ? [{ name: shortName(name), reason }] : []),
)

const withToken = ({ authorization, ...headers }: Record<string, string>, token: string) => ({
  ...headers,
  ...(authorization && { authorization: authorization.replace(/ token$/, () => ` ${token}`) }),
})

function withIds(body: NonNullable<RuleRequest['body']>, id: bigint): typeof body {
  const text = replaceIds(readText(body), id)
  return typeof body === 'string' ? text : Uint8Array.from(Buffer.from(text, 'latin1'))
}

/** Of bytes, each becomes a character. */
const readText = (body: RuleRequest['body'] = '') =>
  typeof body === 'string' ? body : Buffer.from(body).toString('latin1')

const replaceIds = (text: string, id: bigint) =>
  text.replace(
    /("id":"?)(-?)(0*)([1-9]\d*)/,
    (_, key, sign, zeros, digits) => key + sign + zeros + replacementId(BigInt(digits), sign, id),
  )

/** An id of the same kind as the rule's, but of this run alone: repeated runs share no plants. */
function replacementId(original: bigint, sign: string, id: bigint): bigint {
  const last = sign ? 2n ** 63n : 2n ** 63n - 1n
  if (original > last) return original + id
  if (original > 2n ** 62n) return original - id
  // In steps of 4, so that a service that reads ids as doubles rounds the next id to this one.
  if (original >= 2n ** 53n) return original + 4n * id
  return id
}

const names = requestFields.map(({ name }) => `${JSON.stringify(name)}:`)

/** The size of a plan. */
export function measurePlan(plan: readonly PlannedRule[]): PlanSize {
  const bodies = plan.flatMap(({ rule }) =>
    [...(rule.before ?? []), rule.request].map(({ body }) => readText(body)),
  )
  const plants = bodies.filter(text => names.some(name => text.includes(name))).length
  return { requests: bodies.length, plants, ids: idsIn(bodies) }
}

function idsIn(bodies: readonly string[]): bigint[] {
  const ids = bodies.flatMap(text => {
    const [, literal] = /"id":"?(-?\d[\d.e]*)/.exec(text) ?? []
    const value = literal === undefined ? Number.NaN : parseNumber(literal)
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return []
    return BigInt.asIntN(64, BigInt(value)) === BigInt(value) ? [BigInt(value)] : []
  })
  return [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
}
