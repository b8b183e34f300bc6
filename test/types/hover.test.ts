// What an editor shows on hover: the fields, not the paths of a generated type.
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

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
`
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  types: [],
}
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot(name) {
    const text = name === file ? source : ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => import.meta.dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: name => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
})

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
    'addPlant(newPlant)',
    'addPlant(newPlant: NewPlant, options?: AddPlantOptions): Promise<AddPlantResult>',
  ],
])('%s', (at, shown) => {
  const info = hover(at)
  expect(info.shown).toContain(shown)
  expect(info.shown).not.toContain('components[')
})

test('what is called is explained', () => {
  expect(hover('addPlant(newPlant)').said).toContain('never throws and never rejects')
})
