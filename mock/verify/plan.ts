import { readNumber } from '../read-number.ts'
import { type Point, points } from './points.ts'
import type { Rule, RuleRequest } from './rule.ts'
import { rules } from './rules.ts'

/** A rule as a real service is asked, and as the mock is. */
export interface Planned {
  rule: Rule
  original: Rule
}

/** What a service is asked, in order. */
export function planned(firstId: bigint, token: string): Planned[] {
  let usual = firstId
  return asked.map((original, index) => {
    // One after the other, so that they are told in a range; those of other forms lie past them.
    const id = USUAL.test(textOf(original.request.body)) ? usual++ : firstId + 100n + BigInt(index)
    const own = (request: RuleRequest): RuleRequest => ({
      ...request,
      ...(request.path && { path: request.path.replace(/(?<=^\/plants\/)1$/, String(id)) }),
      ...(request.body !== undefined && { body: withOwnIds(request.body, id) }),
      ...(request.headers && { headers: withToken(request.headers, token) }),
    })
    const { name, before = [], request } = original
    const rule = {
      ...original,
      name: nameOf(name),
      before: before.map(own),
      request: own(request),
    }
    return { rule, original }
  })
}

const USUAL = /"id":"?0*1(?![\d.e])/

/** Without the status, which is the mock's answer, and what the point says already. */
const nameOf = (name: string) => name.replace(/^\d{3}: (Content-Type: |Authorization: )?/, '')

/** What is stated comes first, a plant before all else; the rest in the order of the points. */
const rank = ({ states, silentOn }: Rule) =>
  states ? Number(states !== 'added') : 2 + Object.keys(points).indexOf(silentOn as Point)

/** What only says how the mock's options work is no question to a service. */
const asked = rules
  .filter(({ options, states, unasked }) => !unasked && (states || !options))
  .sort((one, other) => rank(one) - rank(other))

/** What a service is not asked, and why. */
export const unasked: readonly { name: string; why: string }[] = rules.flatMap(
  ({ name, unasked: why }) => (why ? [{ name: nameOf(name), why }] : []),
)

const withToken = ({ authorization, ...headers }: Record<string, string>, token: string) => ({
  ...headers,
  ...(authorization && { authorization: authorization.replace(/ token$/, () => ` ${token}`) }),
})

function withOwnIds(body: NonNullable<RuleRequest['body']>, id: bigint): typeof body {
  const text = replaceIds(textOf(body), id)
  return typeof body === 'string' ? text : Uint8Array.from(Buffer.from(text, 'latin1'))
}

/** Of bytes, each is a character. */
const textOf = (body: RuleRequest['body'] = '') =>
  typeof body === 'string' ? body : Buffer.from(body).toString('latin1')

const replaceIds = (text: string, id: bigint) =>
  text.replace(
    /("id":"?)(-?)(0*)([1-9]\d*)/,
    (_, key, sign, zeros, digits) => key + sign + zeros + ownId(BigInt(digits), sign, id),
  )

/** Of the kind of a rule's id, but no other run's: a run that is repeated meets none of its plants. */
function ownId(usual: bigint, sign: string, id: bigint): bigint {
  const last = sign ? 2n ** 63n : 2n ** 63n - 1n
  if (usual > last) return usual + id
  if (usual > 2n ** 62n) return usual - id
  // In steps of 4, so that the next id is rounded to it where numbers are doubles.
  if (usual >= 2n ** 53n) return usual + 4n * id
  return id
}

/** What a plan comes to, whatever the service takes for a plant. */
export interface Extent {
  requests: number
  /** How many at most. */
  plants: number
  /** In order. */
  ids: bigint[]
}

export function extentOf(plan: readonly Planned[]): Extent {
  const bodies = plan.flatMap(({ rule }) =>
    [...(rule.before ?? []), rule.request].map(({ body }) => textOf(body)),
  )
  const plants = bodies.filter(text => /"(?:id|name)":/.test(text)).length
  return { requests: bodies.length, plants, ids: idsIn(bodies) }
}

function idsIn(bodies: readonly string[]): bigint[] {
  const ids = bodies.flatMap(text => {
    const [, literal] = /"id":"?(-?\d[\d.e]*)/.exec(text) ?? []
    const value = literal === undefined ? Number.NaN : readNumber(literal)
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return []
    return BigInt.asIntN(64, BigInt(value)) === BigInt(value) ? [BigInt(value)] : []
  })
  return [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
}
