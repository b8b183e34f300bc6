// Whatever schema the description has: if the generator follows it, all that it made agrees with Ajv.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { sourceText } from '../../scripts/generate/json-text.ts'
import { RefusedDescription } from '../../scripts/generate/problems.ts'
import { freshFolder } from '../support/shell.ts'
import { generate, load } from './build.ts'
import type { Followed } from './edit.ts'
import { reference } from './reference.ts'
import { schemas, values } from './schemas.ts'
import { typeErrors, writeTypes } from './types.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const numRuns = process.env.MODE === 'long' ? 2_000 : 100

/** JSON may have properties that nobody declared; of a literal TypeScript refuses them. */
const UNDECLARED = [2353, 2559]

type Schemas = Record<string, Record<string, unknown>>

/** Where the schema is put. */
const PLACES: Record<string, (schemas: Schemas, schema: object) => void> = {
  Plant: (schemas, schema) => Object.assign(schemas.Plant ?? {}, { allOf: [schema] }),
  NewPlant: (schemas, schema) =>
    Object.assign(schemas, { NewPlant: { allOf: [schemas.NewPlant, schema] } }),
  Error: (schemas, schema) => Object.assign(schemas.Error ?? {}, { allOf: [schema] }),
  'a field': (schemas, schema) => Object.assign(schemas.Plant?.properties ?? {}, { a: schema }),
}

test('random schemas mean the same to all that is generated, and to Ajv', async () => {
  const folder = await freshFolder()
  const typed: string[] = []
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(PLACES)),
      schemas,
      fc.array(values, { minLength: 10, maxLength: 10 }),
      async (place, schema, values) => {
        const document = parse(source)
        PLACES[place]?.(
          document.components.schemas,
          Object(schema === false ? { not: {} } : schema),
        )
        const description = stringify(document, { aliasDuplicateObjects: false })
        const edit: Followed = { name: '', text: () => description }
        const generated = await generate(source, edit, join(folder, String(count++))).catch(refusal)
        if (generated === undefined) return

        const { contract, validators } = await load(generated)
        const isValid = reference(description)
        const accepted = {
          request: new Set<string>(),
          success: new Set<string>(),
          error: new Set<string>(),
        }
        for (const value of [contract.requestExample, ...values]) {
          const valid = {
            request: validators.issuesOfRequest(value).length === 0,
            success: validators.isSuccess(value),
            error: validators.isError(value),
          }
          for (const role of ['request', 'success', 'error'] as const) {
            expect([role, value, valid[role]]).toEqual([role, value, isValid(role, value)])
            if (valid[role]) accepted[role].add(sourceText(value))
          }
          const { pickSuccess } = contract as { pickSuccess(plant: unknown): unknown }
          if (valid.request)
            expect([value, validators.isSuccess(pickSuccess(value))]).toEqual([value, true])
        }
        if (typed.length >= numRuns / 2) return
        const roles = Object.entries(accepted).map(([role, texts]) => [role, { valid: [...texts] }])
        typed.push(await writeTypes({ ...edit, ...Object.fromEntries(roles) }, generated))
      },
    ),
    { numRuns },
  )
  expect(typeErrors(typed, UNDECLARED)).toEqual([])
}, 900_000)

function refusal(error: unknown): undefined {
  if (!(error instanceof RefusedDescription)) throw error
}
