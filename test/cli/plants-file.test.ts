// The file of --plants. Each mistake is named with its line and column.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlantsFile } from '../../mock/cli/plants-file.ts'
import { Bin } from '../harness/command-line.ts'
import { PLANT_FIELDS } from '../harness/plant-fields.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
const file = (name: string, content?: string | Uint8Array) => {
  if (content !== undefined) writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test.each([
  ['none.json', undefined, 'none.json: there is no such file'],
  ['.', undefined, ': is a folder'],
  ['empty.json', '\n', 'empty.json:1:1: is empty; an empty list is []'],
  ['cut.json', '[\n  {"id": 1,\n', 'cut.json:3:1: Quoted object key expected'],
  ['comma.json', '[1,]', "comma.json:1:4: Array item expected but got ']'"],
  ['object.json', '{}', 'object.json:1:1: must be an array of plants'],
  ['wrong.json', '[\n  {"id": 1}\n]', 'wrong.json:2:3: /0/name is required'],
  ['half.json', '[{"id": 9007199254740993.5, "name": "a"}]', 'half.json:1:2: /0/id must be an'],
  ['int64.json', '[{"id": 9223372036854775808, "name": "a"}]', 'int64.json:1:2: /0/id must be'],
  ['deep.json', '['.repeat(200), 'deep.json:1:129: nested deeper than 128 levels'],
  ['latin1.json', Uint8Array.of(0x22, 0xe9, 0x22), 'latin1.json: is not UTF-8'],
])('%s is refused in one line', async (name, content, message) => {
  const { code, stdout, stderr } = await new Bin(['--plants', file(name, content)]).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^plant-store-mock: .*\n$/)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('--help')
})

test('The ids of a plants file are exact', () => {
  const path = file('exact.json', '[{"id": 9007199254740993, "name": "Ficus"}]')
  expect(readPlantsFile(path, 'ignore')).toEqual([{ id: 9007199254740993n, name: 'Ficus' }])
})

test('Every plant that is wrong is named', async () => {
  const path = file(
    'several.json',
    '[\n  {"id": 1},\n  {"id": 2, "name": "Ficus"},\n  "Aloe", {"id": "3", "name": 4},\n\n  null\n]\n',
  )
  const { code, stderr } = await new Bin(['--plants', path]).ended
  expect(code).toBe(2)
  expect(stderr.split('\n')).toEqual([
    `plant-store-mock: 4 of the 5 plants of ${path} are wrong`,
    `${path}:2:3: /0/name is required`,
    `${path}:4:3: /2 must be an object, but got the string "Aloe"`,
    `${path}:4:11: /3/name must be a string, but got the number 4; /3/id must be an integer, but got the string "3": send it without quotes`,
    `${path}:6:3: /4 must be an object, but got null`,
    '',
  ])
})

test('A field that plants do not have is named at the start, or refused', async () => {
  const path = file('unknown.json', '[{"id": 1, "name": "Ficus", "tags": "indoor"}]')
  const bin = new Bin(['--port', '0', '--plants', path])
  expect(await bin.startUp()).toContain(`1 from ${path}, ignored tags`)
  await bin.stop()
  const { code, stderr } = await new Bin(['--plants', path, '--unknown-fields', 'reject']).ended
  expect(code).toBe(2)
  expect(stderr).toBe(
    `plant-store-mock: ${path}:1:2: /0/tags is not a field of a plant: it has ${PLANT_FIELDS}\n`,
  )
})

test('Of very many wrong plants, the first hundred are named', async () => {
  const path = file('many.json', `[${Array(300).fill('{"id": 1}').join(',')}]`)
  const { code, stderr } = await new Bin(['--plants', path]).ended
  expect(code).toBe(2)
  const lines = stderr.trimEnd().split('\n')
  expect(lines[0]).toBe(
    `plant-store-mock: 300 of the 300 plants of ${path} are wrong. The first 100 are:`,
  )
  expect(lines).toHaveLength(101)
})
