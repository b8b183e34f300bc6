// Integers keep their digits, and the messages about them say what to write instead.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { issuesOfRequest } from '../../generated/validators.ts'
import { bundle, generate, type Package } from './build.ts'
import { ERROR, ID, OWN } from './edit.ts'
import { typeErrors, writeUse } from './types.ts'

const PLANT = '/components/schemas/Plant/properties'
const accessToken = 'token-of-the-integers'
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

const messagesOf = ({ issuesOfRequest }: Package, fields: object, origin?: 'json') =>
  issuesOfRequest({ id: 1, name: 'a', ...fields }, origin).map(({ message }) => message)

test('no message asks for a bigint where the types forbid one', async () => {
  const built = await bundle(
    await generate({
      [`${OWN}/size`]: { type: 'integer', format: 'int32' },
      [`${OWN}/ph`]: { type: 'number' },
    }),
  )
  const int32 = 'must be an integer within int32 (-2147483648 to 2147483647)'
  for (const size of [2 ** 53, -(2n ** 53n), 2n ** 70n])
    expect(messagesOf(built, { size }), String(size)).toEqual([int32])
  expect(messagesOf(built, { ph: 2n ** 53n })).toEqual(['must be a number, not a bigint'])
  expect(messagesOf(built, { ph: 2n ** 53n }, 'json')).toEqual([])
  expect(messagesOf(built, { ph: 10n ** 400n }, 'json')).toEqual(['must be a number'])
})

const THIRTY = 123456789012345678901234567890n

/** A contract with integers that have no format, as FastAPI, pydantic and zod write them. */
const unbounded = generate({
  [`${PLANT}/serial`]: { type: 'integer' },
  [`${PLANT}/parts`]: { type: 'array', items: { type: ['integer', 'null'] } },
  [`${ERROR}/properties/seen`]: { type: 'integer' },
})

test('an integer without a format has no bound, and a number is refused where it is not exact', async () => {
  const built = await bundle(await unbounded)
  for (const serial of [2n ** 53n, -(2n ** 63n) - 1n, THIRTY, 10n ** 4000n, 2 ** 53 - 1])
    for (const origin of [undefined, 'json'] as const)
      expect(messagesOf(built, { serial }, origin)).toEqual([])
  expect(messagesOf(built, { serial: 2 ** 53 })).toEqual([NOT_EXACT])
  expect(messagesOf(built, { serial: 1.5 })).toEqual(['must be an integer'])
  const store = built.createMockStore()
  const send = async (serial: string) => {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
    const body = `{"id":1,"name":"Hoya","serial":${serial}}`
    const response = await store.fetch('http://h/plants', { method: 'POST', headers, body })
    return [response.status, await response.text()]
  }
  expect(await send('1e30')).toEqual([
    400,
    expect.stringContaining('serial must be an integer written with all its digits"'),
  ])
  expect(await send('9'.repeat(4301))).toEqual([
    400,
    expect.stringContaining('serial must be an integer, but got a number that is too large'),
  ])
  expect(await send('9'.repeat(4300))).toEqual([200, expect.stringContaining('9'.repeat(4300))])
})

test('an integer without a format keeps its digits in the request, the store and the response, and verify misses each one that is lost', async () => {
  const built = await bundle(await unbounded)
  const { PlantStoreClient, contract } = built
  const store = built.createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken, fetch: store.fetch })
  for (const serial of [7, 9007199254740993n, -THIRTY]) {
    const plant = { ...contract.requestExample, serial, parts: [serial, null] }
    const { data } = await client.addPlant(plant as never)
    expect(data).toEqual(contract.pickSuccess(plant))
    expect(store.plants.at(-1)).toEqual(plant)
    expect(store.requests.at(-1)?.response?.body).toMatchObject({ serial })
    const [ours] = judged(built, serial, String(serial))
    expect(ours).toBeUndefined()
  }
  const [lost] = judged(built, 9007199254740993n, '9007199254740992')
  expect(lost).toMatchObject({ kind: 'field', field: 'serial' })
  store.failNext({ status: 400, body: `{"error":1,"message":"No","seen":${THIRTY}}` })
  const { error } = await client.addPlant(contract.requestExample)
  expect(error).toMatchObject({ kind: 'api', body: { seen: THIRTY } })
})

/** How the response to a plant differs from the contract. */
function judged({ judgeAdded, ReadResponse }: Package, sent: unknown, received: string) {
  const headers = { 'content-type': 'application/json' }
  const body = `{"name":"Hoya","serial":${received}}`
  const response = new ReadResponse({ status: 200, headers, body })
  return judgeAdded(response, { body: `{"id":1,"name":"Hoya","serial":${sent}}` })
}

test('the types say that an integer without a format may be a bigint, and so does the hover', async () => {
  const folder = await unbounded
  expect(
    typeErrors([
      await writeUse(
        folder,
        `const p: AddPlantRequest = { id: 1, name: 'a', serial: 1n, parts: [1, 1n, null] }
        const serial: number | bigint | undefined = ({} as AddPlantSuccess).serial`,
      ),
    ]),
  ).toEqual([])
  const text = await readFile(join(folder, 'types.ts'), 'utf8')
  expect(text).toMatch(/\/\*\* Beyond 2\^53 - 1 only a bigint is exact: .*\n\s+serial\?: /)
})

test('a response has an integer as a bigint where the contract allows it to need one', async () => {
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
    [`${PLANT}/count`]: { ...integer, format: 'int32' },
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
