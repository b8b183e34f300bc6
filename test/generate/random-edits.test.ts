// Whatever is done to openapi.yaml, the generator follows it or says why not. It never fails by itself.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { DescriptionError } from '../../scripts/generate/description-error.ts'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { source } from './edit.ts'

const numRuns = process.env.MODE === 'long' ? 3_000 : 150

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...[{}, [], true, false, null, 0, -1, 1.5, 1e300, 2n ** 64n, Number.NaN, '', 'object', '('],
    ...[{ type: 'integer', format: 'int64' }, { type: 'string' }, { type: ['object', 'null'] }],
    ...['Plant', 'NewPlant', 'Error', 'None'].map(name => ({
      $ref: `#/components/schemas/${name}`,
    })),
    ...[{ $ref: '#/info' }, { $ref: 5 }, { $ref: 'https://plants.example.com/schema.json' }],
  ),
)

const keywords = fc.constantFrom(
  ...['type', 'format', 'enum', 'const', 'minLength', 'pattern', 'maximum', 'items', 'properties'],
  ...['required', 'additionalProperties', 'allOf', 'oneOf', '$ref', 'default', 'example'],
  ...['examples', 'title', 'summary', 'description', 'deprecated', 'externalDocs', '$comment'],
  ...['x-note', 'tags'],
  ...['content', 'schema', 'headers', 'parameters', 'security', 'servers', '201', '4XX', 'default'],
  ...['__proto__', 'constructor', 'discriminator', 'nullable', 'readOnly', 'x-enum-varnames'],
)

/** Every object and list within a value. */
function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containers)]
}

/** Puts a value under a name, one that is there or a new one, or removes it. */
function mutate(document: unknown, [where, name, which, value, isRemoval]: Change): void {
  const all = containers(document)
  const container = all[where % all.length] ?? {}
  const names = [...Object.keys(container), name]
  const chosen = names[which % names.length] ?? name
  if (isRemoval) Reflect.deleteProperty(container, chosen)
  else Object.defineProperty(container, chosen, { ...SETTABLE, value: structuredClone(value) })
}

const SETTABLE = { configurable: true, enumerable: true, writable: true }

type Change = [where: number, name: string, which: number, value: unknown, isRemoval: boolean]

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.tuple(fc.nat(), keywords, fc.nat(), values, fc.boolean()),
  { minLength: 1, maxLength: 3 },
)

test('random edits give files, or one line for each problem', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async changes => {
      const document = parse(source)
      for (const change of changes) mutate(document, change)
      const outcome = await generatedFiles(stringify(document)).catch((error: unknown) => error)
      if (!(outcome instanceof Error)) return
      if (!(outcome instanceof DescriptionError)) throw outcome
      expect(outcome.problems.length).toBeGreaterThan(0)
      for (const problem of outcome.problems)
        expect(problem).toMatch(/^(?:.* at #.*: .+|openapi\.yaml:\d+:\d+: .+)$/s)
    }),
    { numRuns },
  )
}, 900_000)
