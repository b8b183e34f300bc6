// An editor shows fields and plain words, not the paths of a generated type.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageService } from '../harness/language-service.ts'

const file = join(import.meta.dirname, 'hovered.ts')
const source = `
import { PlantStoreClient, type NewPlant, type Plant } from 'plant-store-client'
declare const client: PlantStoreClient
declare const newPlant: NewPlant
declare const plant: Plant
const result = await client.addPlant(newPlant)
if (result.ok) result.data.name
const { id, name, tag } = newPlant
const { data, error } = result
error?.toJSON()
if (error?.kind === 'api') error.toJSON().body
if (error?.kind === 'invalid-request') error.toJSON().issues
`
const strict = { target: ts.ScriptTarget.ES2022, strict: true }
const service = languageService(file, source, strict)

function typeErrors(source: string, options: ts.CompilerOptions = {}): string[] {
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts']
  const service = languageService(file, source, { ...strict, lib, ...options })
  const errors = service.getSemanticDiagnostics(file)
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const hover = (at: string) => {
  const info = service.getQuickInfoAtPosition(file, source.indexOf(at))
  return {
    shown: ts.displayPartsToString(info?.displayParts),
    said: ts.displayPartsToString(info?.documentation),
  }
}

test.each([
  ['NewPlant,', '(alias) interface NewPlant'],
  ['Plant }', '(alias) interface Plant'],
  ['newPlant: ', 'const newPlant: NewPlant'],
  ['result = ', 'const result: AddPlantResult'],
  ['data.name', 'data: Plant'],
  ['id, name', 'const id: number | bigint'],
  ['name, tag', 'const name: string'],
  ['tag }', 'const tag: string | undefined'],
  ['data, error', 'const data: Plant | undefined'],
  [
    'toJSON()\nif',
    'toJSON(): PlainResponseError<"api", ErrorBody> | PlainResponseError<"unexpected-response", string> | PlainErrorOf<"network"> | ',
  ],
  ['toJSON().body', 'toJSON(): PlainResponseError<"api", ErrorBody>'],
  ['toJSON().issues', 'toJSON(): PlainRequestError'],
  [
    'addPlant(newPlant)',
    'addPlant(newPlant: NewPlant, options?: AddPlantOptions): Promise<AddPlantResult>',
  ],
])('%s', (at, shown) => {
  const info = hover(at)
  expect(info.shown).toContain(shown)
  expect(info.shown).not.toContain('components[')
})

test.each([
  ['addPlant(newPlant)', /never throws and never rejects/],
  ['id, name', /\nBeyond 2\^53 - 1 only a bigint is exact/], // an editor would show indented text as code
  ['data, error', /^The plant as the service returned it, if the call /],
  ['error } = result', /^What went wrong, if the call /],
])('%s is explained where it is used', (at, said) => {
  expect(hover(at).said).toMatch(said)
})

test('a field, and a header of AddPlantOptions, may be undefined under exactOptionalPropertyTypes', () => {
  const source = `
import type { AddPlantOptions, NewPlant } from 'plant-store-client'
export const plant: NewPlant = { id: 1, name: 'Monstera', tag: undefined }
export const options = (id: string | undefined): AddPlantOptions => ({ headers: { 'x-id': id } })
`
  expect(typeErrors(source, { exactOptionalPropertyTypes: true })).toEqual([])
})

test('options may be constants: as const makes their arrays readonly', () => {
  const source = `
import { type Middleware, PlantStoreClient } from 'plant-store-client'
const hook: Middleware = { onRequest() {} }
const at = { baseUrl: '/v1', accessToken: 'token' } as const
const one = { ...at, middleware: [hook], headers: { 'x-app': 'a' } } as const
const other = { ...at, headers: [['x-app', 'a']] } as const
export const clients = [new PlantStoreClient(one), new PlantStoreClient(other)]
`
  expect(typeErrors(source)).toEqual([])
})

test('plain data is JSON by its type too, as the types of databases and frameworks have it', () => {
  const source = `
import { type AddPlantResult, type PlantStoreError, plainResult } from 'plant-store-client'
type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }
declare const result: AddPlantResult
export const json: Json[] = [plainResult(result)]
export const error = (error: PlantStoreError): Record<string, unknown> => error.toJSON()
`
  expect(typeErrors(source)).toEqual([])
})

test("a call's accessToken may not be undefined under exactOptionalPropertyTypes", () => {
  const source = `
import type { AddPlantOptions } from 'plant-store-client'
export const options = (accessToken: string | undefined): AddPlantOptions => ({ accessToken })
`
  expect(typeErrors(source)).toEqual([])
  expect(typeErrors(source, { exactOptionalPropertyTypes: true }).join()).toContain('undefined')
})

test('plain data has no symbol in it, which server functions of TanStack Start refuse', () => {
  const source = `
import type { PlainError } from 'plant-store-client'
export const path = (error: PlainError): (string | number)[] | undefined =>
  error.kind === 'invalid-request' ? error.issues[0]?.path : []
`
  expect(typeErrors(source)).toEqual([])
})

test('a field that is missing, misspelt or of the wrong type is named in plain words', () => {
  const errors = typeErrors(`
import { PlantStoreClient } from 'plant-store-client'
declare const client: PlantStoreClient
client.addPlant({ name: 'Monstera' })
client.addPlant({ id: '1', name: 'Monstera' })
client.addPlant({ id: 1, name: 'Monstera', colour: 'green' })
client.addPlant({ id: 1, name: 'Monstera' }, { timeOut: 1 })
`).join('\n')
  expect(errors).toContain("Property 'id' is missing in type '{ name: string; }'")
  expect(errors).toContain("Type 'string' is not assignable to type 'number | bigint'")
  expect(errors).toContain("'colour' does not exist in type")
  expect(errors).toContain("Did you mean to write 'timeout'?")
  expect(errors).not.toMatch(/Merge<|components\[/)
})

test('default: error satisfies never in a switch over kind: TypeScript reports a kind that has no case', () => {
  const [quoted] = /Type '\w+' does not satisfy the expected type 'never'/.exec(
    readFileSync('docs/errors.md', 'utf8'),
  ) ?? ['errors.md quotes no message']
  const source = `
import type { PlantStoreError } from 'plant-store-client'
export function show(error: PlantStoreError): void {
  switch (error.kind) {
    case 'api': case 'unexpected-response': case 'network': case 'timeout': case 'aborted':
    case 'invalid-request': case 'access-token': case 'middleware': return
    default: error satisfies never
  }
}`
  expect(typeErrors(source)).toEqual([])
  expect(typeErrors(source.replace("case 'middleware':", ''))).toEqual([`${quoted}.`])
})

test("with Node's types in place of the DOM library, headers are checked", () => {
  const errors = typeErrors(
    `
import { PlantStoreClient } from 'plant-store-client'
const options = { baseUrl: 'https://plants.example.com', accessToken: 'token' }
new PlantStoreClient({ ...options, headers: { 'x-app': 'greenhouse' } })
new PlantStoreClient({ ...options, headers: 42 })
`,
    { lib: ['lib.es2022.d.ts'], types: ['node'] },
  )
  expect(errors).toEqual([
    expect.stringContaining("Type 'number' is not assignable to type 'HeadersInit"),
  ])
})
