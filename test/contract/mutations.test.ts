// Whatever is done to openapi.yaml, the generator follows it or lists why not: no library's stack trace.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { KEYWORDS } from '../../scripts/generate/keywords.ts'
import { RefusedDescription } from '../../scripts/generate/problems.ts'
import * as places from './places.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const numRuns = process.env.MODE === 'long' ? 20_000 : 300

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...[
      {},
      [],
      true,
      false,
      null,
      0,
      -1,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      2n ** 64n,
      '',
      'object',
      '(',
    ],
    ...[{ type: 'integer', format: 'int64' }, { type: 'string' }, { type: ['object', 'null'] }],
    ...Object.values(places)
      .filter(place => typeof place === 'string')
      .map(place => ({ $ref: `#${place}` })),
  ),
)
const keywords = fc.constantFrom(
  ...[...Object.keys(KEYWORDS), '$ref', 'nullable', 'parameters', 'content', '200', 'default'],
)

/** Every object and list of the description. */
function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containers)]
}

/** Puts a value under a name: one that is there, or a new keyword. */
function mutate(document: unknown, where: number, name: string, which: number, value: unknown) {
  const all = containers(document)
  const container = all[where % all.length] ?? {}
  const names = [...Object.keys(container), name]
  Reflect.set(container, names[which % names.length] ?? name, structuredClone(value))
}

test('a description with random changes is followed or refused', async () => {
  const change = fc.tuple(fc.nat(), keywords, fc.nat(), values)
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async changes => {
      const document = parse(source)
      for (const [where, name, which, value] of changes) mutate(document, where, name, which, value)
      const outcome = await generatedFiles(stringify(document)).catch((error: unknown) => error)
      if (outcome instanceof RefusedDescription) expect(outcome.problems).not.toEqual([])
      else if (outcome instanceof Error) throw outcome
    }),
    { numRuns },
  )
}, 900_000)
