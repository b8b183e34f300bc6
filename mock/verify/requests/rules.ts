// Both sides of each rule that the contract has about a field: what it just allows, and what it just forbids.
import { type Field, fields } from '../../contract/parse-plant.ts'
import { writeJson } from '../../json/write.ts'
import { ADDED, againstRule } from './expectations.ts'
import { bearer, contractAllows, example, minimal, post, toPlant } from './plant-json.ts'
import type { Probe } from './probe.ts'
import { UNUSUAL_IDS } from './unusual-ids.ts'

export const letters = (count: number): string =>
  'abcdefghij'.repeat(count / 10 + 1).slice(0, count)

/** A longer text is not sent for a rule: a service may refuse its size. */
const MAX_LENGTH = 10_000

const exampleOf = (field: string) => String(JSON.parse(example[field] ?? '""'))

/** Texts that may match a pattern or break it: words, and variations of the example. */
function wordsFor(field: string): string[] {
  const text = exampleOf(field)
  const made = [`${text}2`, `${text}-2`, text + text, text.slice(1), text.toLowerCase()]
  const words = [
    'Aloe',
    'aloe',
    'ALOE',
    ...made,
    'A',
    'a',
    '12',
    '2024-01-01',
    'a@b.example',
    '',
    '!\n',
  ]
  return words.filter(each => each !== text)
}

/** What the contract may allow and forbid by a rule. It decides itself below. */
interface Candidates {
  readonly allowed: readonly unknown[]
  readonly forbidden: readonly unknown[]
}

function candidatesFor({ name, rules }: Field, rule: string, value: unknown): Candidates {
  if (Array.isArray(value)) {
    return { allowed: value, forbidden: [`${value[0]}x`, `${value[0]}xx`] }
  }
  // What is forbidden by one rule must keep the others, or a refusal would say nothing of it.
  const isMatch = (text: string) => matches(text, rules)
  if (rule === 'pattern') {
    const words = wordsFor(name).filter(text => hasLength(text, rules))
    return { allowed: words.filter(isMatch), forbidden: words.filter(text => !isMatch(text)) }
  }
  const limit = value as number | bigint
  const below = move(limit, -1)
  const above = move(limit, 1)
  const texts = (length: number | bigint) => textsOf(name, Number(length))
  switch (rule) {
    case 'minLength':
      return { allowed: texts(limit), forbidden: texts(below).filter(isMatch) }
    case 'maxLength':
      return { allowed: texts(limit), forbidden: texts(above).filter(isMatch) }
    case 'minimum':
      return { allowed: [limit], forbidden: [below] }
    case 'maximum':
      return { allowed: [limit], forbidden: [above] }
    case 'exclusiveMinimum':
      return { allowed: [above], forbidden: [limit] }
    case 'exclusiveMaximum':
      return { allowed: [below], forbidden: [limit] }
    default:
      return { allowed: [], forbidden: [] } // the number of items
  }
}

const move = (limit: number | bigint, by: number) =>
  typeof limit === 'bigint' ? limit + BigInt(by) : limit + by

/** Texts of a length: letters, also behind words, so that one may match a pattern. */
function textsOf(field: string, length: number): string[] {
  if (length < 0 || length > MAX_LENGTH) return []
  const starts = ['', exampleOf(field), ...wordsFor(field)]
  return starts.map(start => (start + letters(length)).slice(0, length))
}

const matches = (text: string, { pattern }: Field['rules']): boolean =>
  pattern === undefined || new RegExp(String(pattern), 'u').test(text)

const hasLength = (text: string, { minLength = 0, maxLength = Infinity }: Field['rules']) =>
  text.length >= Number(minLength) && text.length <= Number(maxLength)

/** Every run sends these ids anyway. */
const isProbedAnyway = (field: string, json: string) =>
  field === 'id' && UNUSUAL_IDS.includes(BigInt(json))

/** Every run sends the ends of int64 as ids, and what is beyond them. */
const isInt64End = (value: unknown) => value === -(2n ** 63n) || value === 2n ** 63n - 1n

const rulesOf = ({ name, rules }: Field) =>
  Object.entries(rules).filter(([, value]) => !(name === 'id' && isInt64End(value)))

const sides = fields.flatMap(field =>
  rulesOf(field).map(([rule, value]) => {
    const { name } = field
    const { allowed, forbidden } = candidatesFor(field, rule, value)
    const toJson = (values: readonly unknown[]) => values.map(each => writeJson(each))
    const valid = toJson(allowed).filter(json => contractAllows({ [name]: json }))
    const invalid = toJson(forbidden).filter(json => !contractAllows({ [name]: json }))
    const isAllSent = Array.isArray(value)
    return {
      field: name,
      rule: `${isAllSent ? 'enum' : rule} of ${name}`,
      allowed: isAllSent ? valid : valid.slice(0, 1),
      forbidden: invalid.slice(0, 1),
    }
  }),
)

/** Rules that no request shows, or none from one of their sides. */
export const unprobed: readonly { probe: string; reason: string }[] = [
  ...sides.flatMap(({ rule, allowed, forbidden }) => [
    ...(allowed.length === 0 ? [{ probe: rule, reason: 'no value is known that it allows' }] : []),
    ...(forbidden.length === 0
      ? [{ probe: rule, reason: 'no value is known that it forbids' }]
      : []),
  ]),
  ...fields
    .filter(({ types }) => types.some(type => type === 'array' || type === 'object'))
    .map(({ name }) => ({ probe: `what is within ${name}`, reason: 'only whole values are sent' })),
]

export const ruleProbes: readonly Probe[] = sides.flatMap(({ field, rule, allowed, forbidden }) =>
  [...allowed.filter(json => !isProbedAnyway(field, json)), ...forbidden].map(json => ({
    name: `${rule}: ${json.length > 60 ? `${json.length - 2} characters` : json}`,
    expectation: allowed.includes(json) ? ADDED : againstRule(rule),
    isFixed: field === 'id',
    requests: (id, token) => [
      post(
        field === 'id' ? toPlant(json) : toPlant(id, { ...minimal, [field]: json }),
        bearer(token),
      ),
    ],
  })),
)
