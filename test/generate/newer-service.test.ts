// The service grows before its clients do: what a newer one may send is read, and verify still calls it different.
import { describe, expect, test } from 'vitest'
import { asRead } from '../../scripts/generate/validators.ts'
import { bundle, generate } from './build.ts'
import { type Edit, ERROR, NAME, TAG } from './edit.ts'

const PLANT = '/components/schemas/Plant/properties'
const INTEGER = { type: 'integer' }

interface Growth {
  name: string
  /** The contract that the client was built with. */
  edit: Edit
  /** What the newer service sends, as JSON. */
  sent: string
  /** What the client gives, if it is not what was sent. */
  data?: object
}

const successes: Growth[] = [
  {
    name: 'a tag that the enum does not list',
    edit: { [`${TAG}/enum`]: ['tropical', 'desert'] },
    sent: '{"name":"Hoya","tag":"epiphyte"}',
  },
  {
    name: 'a name that is longer, and one that breaks the pattern',
    edit: { [`${NAME}/maxLength`]: 8, [`${NAME}/pattern`]: '^[A-Z]' },
    sent: '{"name":"monstera deliciosa"}',
  },
  {
    name: 'another constant',
    edit: { [`${TAG}/const`]: 'tropical' },
    sent: '{"name":"Hoya","tag":"desert"}',
  },
  {
    name: 'numbers outside of their bounds, an int32 beyond 2^31, and an int64 to its last digit',
    edit: {
      [`${PLANT}/count`]: { ...INTEGER, format: 'int32', maximum: 9 },
      [`${PLANT}/ph`]: { type: 'number', exclusiveMaximum: 14 },
      [`${PLANT}/serial`]: { ...INTEGER, format: 'int64', minimum: 1 },
    },
    sent: '{"name":"Hoya","count":3000000000,"ph":14,"serial":-9007199254740993}',
    data: { name: 'Hoya', count: 3_000_000_000, ph: 14, serial: -9007199254740993n },
  },
  {
    name: 'a field more in an object within that was closed, and an item more',
    edit: {
      [`${PLANT}/pots`]: {
        type: 'array',
        maxItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['size'],
          properties: { size: { type: 'string', enum: ['S'] } },
        },
      },
    },
    sent: '{"name":"Hoya","pots":[{"size":"S"},{"size":"XL","color":"red"}]}',
  },
]

const closed: Edit = { [`${ERROR}/additionalProperties`]: false }

describe('a plant that was added is no failure:', () => {
  test.each(successes)('$name', async ({ edit, sent, data = JSON.parse(sent) }) => {
    const { PlantStoreClient, isSuccess } = await bundle(await generate(edit))
    const client = new PlantStoreClient({
      baseUrl: 'http://h',
      accessToken: 'token',
      fetch: async () => new Response(sent),
    })
    const result = await client.addPlant({ id: 1, name: 'Hoya', tag: 'tropical' })
    expect([result.error?.message, result.data]).toEqual([undefined, data])
    expect(isSuccess(data), 'by the whole contract').toBe(false)
  })
})

test('an Error with a field more, where the contract had closed it, is an Error of the service', async () => {
  const { PlantStoreClient, isError } = await bundle(await generate(closed))
  const body = { error: 3_000_000_000, message: 'No room', traceId: 'a' }
  const client = new PlantStoreClient({
    baseUrl: 'http://h',
    accessToken: 'token',
    fetch: async () => Response.json(body, { status: 409 }),
  })
  const { error } = await client.addPlant({ id: 1, name: 'Hoya' })
  expect(error).toMatchObject({ kind: 'api', body, mayHaveBeenAdded: false })
  expect(isError(body), 'by the whole contract').toBe(false)
})

describe('an unexpected response all the same:', async () => {
  const { PlantStoreClient } = await bundle(
    await generate({ [`${PLANT}/serial`]: { ...INTEGER, format: 'int64' } }),
  )
  test.each<[what: string, sent: string]>([
    ['a required field is missing', '{"tag":"tropical"}'],
    ['a field has another JSON type', '{"name":"Hoya","tag":5}'],
    ['an int64 is a fraction', '{"name":"Hoya","serial":1.5}'],
    ['an int64 has too many digits', '{"name":"Hoya","serial":9223372036854775808}'],
    ['null stands where the contract has none', '{"name":"Hoya","tag":null}'],
  ])('%s', async (_what, sent) => {
    const fetch = async () => new Response(sent)
    const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken: 'token', fetch })
    const { error } = await client.addPlant({ id: 1, name: 'Hoya' })
    expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
  })
})

test('what is sent is held to the whole contract', async () => {
  const { PlantStoreClient } = await bundle(await generate({ [`${NAME}/maxLength`]: 8 }))
  const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken: 'token' })
  const { error } = await client.addPlant({ id: 1, name: 'Monstera deliciosa' })
  expect(error).toMatchObject({
    kind: 'invalid-request',
    issues: [{ message: expect.stringContaining('must have at most 8 characters') }],
  })
})

test('verify is held to the whole contract', async () => {
  const { startMockServer, verify } = await bundle(
    await generate({ [`${TAG}/enum`]: ['tropical', 'desert'] }),
  )
  await using server = await startMockServer({ port: 0 })
  server.store.failNext({ status: 200, body: { name: 'Hoya', tag: 'epiphyte' } }, { times: 1_000 })
  const printed: string[] = []
  const code = await verify([server.url, '--token', 'token-of-verify', '--json', '--yes'], {
    print: text => void printed.push(text),
    warn() {},
  })
  expect(code).toBe(1)
  expect(printed.join('\n')).toContain('epiphyte')
})

test('what is read keeps the names, the types and null', () => {
  const name = { name: 'a', isRequired: true, part: undefined as never }
  const text = { type: 'string', rules: { maxLength: 2 }, isNullable: true } as const
  const whole = { type: 'object', isClosed: true, isNullable: false } as const
  expect(asRead({ ...whole, fields: [{ ...name, shape: text }] })).toEqual({
    ...whole,
    isClosed: false,
    fields: [{ ...name, shape: { ...text, rules: {} } }],
  })
})
