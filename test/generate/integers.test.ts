// Integers keep their digits, and the messages about them say what to write instead.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { issuesOfRequest } from '../../generated/validators.ts'
import { bundle, generate } from './build.ts'
import { ID, OWN } from './edit.ts'

const INT64 = 'must be an integer within int64 (-9223372036854775808 to 9223372036854775807)'
const NOT_EXACT = 'must be a bigint, because a number beyond 2^53 - 1 is not exact'

test.each<[id: unknown, ...messages: string[]]>([
  [2 ** 53 - 1],
  [2n ** 63n - 1n],
  [-(2n ** 63n)],
  [2n ** 63n, INT64],
  [-(2n ** 63n) - 1n, INT64],
  [2 ** 53, NOT_EXACT],
  [1e300, NOT_EXACT],
  [1.5, 'must be an integer'],
  [Number.NaN, 'must be an integer'],
  [undefined, 'is required'],
])('an id of %s, as a value of JavaScript: %s', (id, ...expected) => {
  const messages = issuesOfRequest({ id, name: 'Hoya' }).map(({ message }) => message)
  expect(messages).toEqual(expected)
})

test('bounds beyond 2^53 - 1 are exact', async () => {
  const [low, high] = [9007199254740993n, 9007199254740996n]
  const built = await bundle(
    await generate({
      [`${ID}/exclusiveMinimum`]: low,
      [`${ID}/maximum`]: high,
      [`${OWN}/count`]: { type: 'integer', format: 'int64', minimum: low },
      '/paths/~1plants/post/requestBody/content/application~1json/example/id': high,
    }),
  )
  const words = (id: bigint) =>
    built.issuesOfRequest({ id, name: 'a' }).map(({ message }) => message)
  expect(words(low + 1n)).toEqual([])
  expect(words(high)).toEqual([])
  expect(words(low)).toEqual(['must be more than 9007199254740993'])
  expect(words(high + 1n)).toEqual(['must be at most 9007199254740996'])
})

test('without int64 no message asks for a bigint, which the types forbid', async () => {
  const built = await bundle(
    await generate({
      [`${OWN}/count`]: { type: 'integer' },
      [`${OWN}/size`]: { type: 'integer', format: 'int32' },
      [`${OWN}/ph`]: { type: 'number' },
    }),
  )
  const words = (fields: object, origin?: 'json') =>
    built.issuesOfRequest({ id: 1, name: 'a', ...fields }, origin).map(({ message }) => message)
  const safe = 'must be an integer within 2^53 - 1 (-9007199254740991 to 9007199254740991)'
  const int32 = 'must be an integer within int32 (-2147483648 to 2147483647)'
  for (const count of [2 ** 53, -(2n ** 53n), 2n ** 70n]) {
    expect(words({ count, size: count }), String(count)).toEqual([safe, int32])
    expect(words({ count }, 'json')).toEqual([])
  }
  expect(words({ ph: 2n ** 53n })).toEqual(['must be a number, not a bigint'])
  expect(words({ ph: 2n ** 53n }, 'json')).toEqual([])
})

test('a response has an integer as a bigint where the contract allows it to need one', async () => {
  const PLANT = '/components/schemas/Plant/properties'
  const integer = { type: 'integer' }
  const generated = await generate({
    [`${PLANT}/serial2`]: { ...integer, format: 'int64' },
    [`${PLANT}/parts`]: {
      type: 'array',
      items: {
        type: 'object',
        properties: { no: { ...integer, format: 'int64', maximum: 2n ** 60n } },
      },
    },
    [`${PLANT}/count`]: integer,
  })
  const file = pathToFileURL(join(generated, 'parse.ts')).href
  const { parseSuccess, parseError } = await import(/* @vite-ignore */ file)
  const text =
    '{"name":"1 \\" 9007199254740993","serial2":9007199254740993,"count":9007199254740993,"parts":[{},{"no":-9007199254740993,"x":9007199254740993}]}'
  expect(parseSuccess(text)).toEqual({
    name: '1 " 9007199254740993',
    serial2: 9007199254740993n,
    count: 9007199254740992,
    parts: [{}, { no: -9007199254740993n, x: 9007199254740992 }],
  })
  expect(parseSuccess('{"serial2":1.5,"parts":[9007199254740993]}')).toEqual({
    serial2: 1.5,
    parts: [9007199254740992],
  })
  expect(parseError).toBe(JSON.parse)
})
