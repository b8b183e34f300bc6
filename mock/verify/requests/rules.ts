// Both sides of each rule that the contract has about a field: what it just allows, and what it just forbids.
import { fields } from '../../contract/parse-plant.ts'
import { writeJson } from '../../json/write.ts'
import { ADDED, againstRule } from './expectations.ts'
import { bearer, example, isAllowed, minimal, post, toPlant } from './plant-json.ts'
import type { Probe } from './probe.ts'

export const letters = (count: number): string =>
  'abcdefghij'.repeat(Math.max(0, count) / 10 + 1).slice(0, Math.max(0, count))

/** A limit and its neighbours. */
const around = (limit: number | bigint) =>
  typeof limit === 'bigint' ? [limit, limit - 1n, limit + 1n] : [limit, limit - 1, limit + 1]

/** Texts that may match a pattern or break it: words, and variations of the example. */
function wordsFor(field: string): string[] {
  const text = String(JSON.parse(example[field] ?? '""'))
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

/** Values that the contract may allow or forbid, the limit itself first. */
function valuesFor(field: string, rule: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return [...value, `${value[0]}x`, `${value[0]}xx`]
  if (rule === 'pattern') return wordsFor(field)
  const limits = around(value as number | bigint)
  return rule.endsWith('Length') ? limits.map(limit => letters(Number(limit))) : limits
}

/** The ends of int64 are among the ids of each run. */
const isProbedAnyway = (field: string, value: unknown) =>
  field === 'id' && (value === -(2n ** 63n) || value === 2n ** 63n - 1n)

const sides = fields.flatMap(({ name, rules }) =>
  Object.entries(rules)
    .filter(([, value]) => !isProbedAnyway(name, value))
    .map(([rule, value]) => {
      const values = valuesFor(name, rule, value).map(each => writeJson(each))
      const allowed = values.filter(json => isAllowed({ [name]: json }))
      return {
        field: name,
        rule: `${Array.isArray(value) ? 'enum' : rule} of ${name}`,
        allowed: Array.isArray(value) ? allowed : allowed.slice(0, 1),
        forbidden: values.filter(json => !allowed.includes(json)).slice(0, 1),
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
  [...allowed, ...forbidden].map(json => ({
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
