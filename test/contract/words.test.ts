// What people read of a contract: the messages of issues. And what users download of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/shell.ts'
import { generate, load } from './build.ts'
import { exactly } from './edit.ts'
import { ID, NEW_PLANT, own, SUCCESS, TAG } from './places.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const folder = await freshFolder()

test('each issue says what is allowed', async () => {
  const edit = {
    name: '',
    set: {
      [`${TAG}/enum`]: ['wet', 'dry', 9007199254740993n, null],
      [`${ID}/minimum`]: 10,
      [`${ID}/exclusiveMaximum`]: 9007199254740993n,
      [`${ID}/multipleOf`]: 5,
      [own('mark')]: { const: 'x' },
      [own('age')]: { type: ['integer', 'null'] },
      [own('height')]: { type: 'number' },
      [own('note')]: { type: ['string', 'null'] },
      [own('pot')]: { type: 'object', required: ['size'], additionalProperties: false },
      [own('seeds')]: { type: 'array', uniqueItems: true },
      [`${NEW_PLANT}/dependentRequired`]: { mark: ['age'] },
    },
  }
  const { validators } = await load(await generate(source, edit, join(folder, 'words')))
  const words = (text: string) =>
    validators
      .issuesOfRequest(exactly(text))
      .map(({ path, message }) => `${path.join('.')} ${message}`)
  expect(words('{"id":3,"name":"a","tag":"moist","mark":1,"height":"1","pot":{"sise":1}}')).toEqual(
    [
      'tag must be one of "wet", "dry", 9007199254740993, null',
      'id must be >= 10',
      'id must be a multiple of 5',
      'mark must be "x"',
      'height must be a number',
      'pot.size is required',
      'pot.sise is not allowed',
      'age is required beside mark',
    ],
  )
  expect(words('{"id":9007199254740995,"name":"a","age":"1","note":1,"seeds":[1,2,1]}')).toEqual([
    'id must be < 9007199254740993',
    'age must be an integer or null',
    'note must be a string or null',
    'seeds must NOT have two equal items',
  ])
  expect(validators.issuesOfRequest({ id: 2 ** 53, name: 'a' })).toEqual([
    { path: ['id'], message: 'must be a bigint beyond 2^53 - 1' },
    { path: ['id'], message: 'must be a multiple of 5' },
  ])
})

test('a number from JSON is told what JSON must have, not what JavaScript must', async () => {
  const edit = { name: '', set: { [own('age')]: { type: ['integer', 'null'] } } }
  const { validators } = await load(await generate(source, edit, join(folder, 'origin')))
  const plant = { id: Number('9007199254740993.5'), name: 'a', age: 1e300 }
  expect(validators.issuesOfRequest(plant, 'json')).toEqual([
    { path: ['id'], message: 'must be an int64' },
    { path: ['age'], message: 'must be an integer or null' },
  ])
})

test('the exact reader is there only where a response has integers that a number may not hold', async () => {
  const reader = async (set: Record<string, unknown>) => {
    const generated = await generate(source, { name: '', set }, await freshFolder())
    return readFileSync(join(generated, 'parse.js'), 'utf8')
  }
  expect(await reader({})).not.toContain('BigInt')
  expect(await reader({ [own('seeds')]: { type: 'integer' } })).not.toContain('BigInt')
  expect(await reader({ [`${SUCCESS}/schema/$ref`]: '#/components/schemas/NewPlant' })).toContain(
    'BigInt',
  )
})
