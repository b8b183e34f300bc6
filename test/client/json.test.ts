// A plant is written as JSON.stringify would write it, and a bigint as an integer, digit for digit.
import fc from 'fast-check'
import { isLosslessNumber, parse } from 'lossless-json'
import { PlantStoreClient } from 'plant-store-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RecordingServer, recordingServer } from './servers.ts'
import { added, busy, clientOf, monstera } from './stub-fetch.ts'

async function written(plant: object): Promise<unknown> {
  const { client, sent } = clientOf(added())
  expect((await client.addPlant(plant as never)).error).toBeUndefined()
  return sent[0]?.init.body
}

test.each<[string, unknown]>([
  ['NaN', Number.NaN],
  ['a text to escape', 'a "b" \\ \n \u2028 \ud800'],
  ['nested values', { a: { b: [1, 'x', true, null, { c: [[]] }] }, '"\n': {} }],
  ['undefined', undefined],
  ['undefined, a function and a symbol in an object', { a: undefined, b: () => 1, c: Symbol('c') }],
  ['undefined, a function and a symbol in an array', [undefined, () => 1, Symbol('c')]],
  ['holes in an array', Array(3)],
  ['a date', [new Date(0)]],
  ['a toJSON', { toJSON: () => ({ a: 1 }) }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a map', new Map([[1, 2]])],
  ['boxed primitives', [Object('x'), Object(5), Object(false), { toJSON: () => Object('y') }]],
])('%s in a plant: as JSON.stringify writes it', async (_name, more) => {
  expect(await written({ ...monstera, more })).toBe(JSON.stringify({ ...monstera, more }))
})

test('a bigint anywhere in a plant is written as an integer', async () => {
  const more = { a: [1n, { b: -(2n ** 70n) }], c: 0n }
  const json = '{"id":1,"name":"Monstera","more":{"a":[1,{"b":-1180591620717411303424}],"c":0}}'
  expect(await written({ ...monstera, more })).toBe(json)
})

test('the own properties of a plant are written', async () => {
  class Order {
    id = 7
    name = 'Hoya'
    toJSON = undefined
    get tag(): string {
      return 'not its own'
    }
  }
  expect(await written(new Order())).toBe('{"id":7,"name":"Hoya"}')
})

describe('toJSON, as JSON.stringify calls it', () => {
  test('of the plant: what it returns is checked and sent, so that a hidden field is not', async () => {
    class Order {
      id = 7
      name = 'Hoya'
      secret = 'hidden'
      toJSON() {
        return { id: this.id, name: this.name }
      }
    }
    expect(await written(new Order())).toBe('{"id":7,"name":"Hoya"}')
  })

  test('of a document of getters', async () => {
    class Document {
      get id() {
        return 7
      }
      get name() {
        return 'Hoya'
      }
      toJSON() {
        return { id: this.id, name: this.name, tag: { toJSON: () => 'tropical' } }
      }
    }
    expect(await written(new Document())).toBe('{"id":7,"name":"Hoya","tag":"tropical"}')
  })

  test('is called once, at every depth and with its key, however often the plant is sent', async () => {
    const keys: unknown[] = []
    const noting = (value: unknown) => ({
      toJSON(...given: unknown[]) {
        keys.push(...given)
        return value
      },
    })
    const { client, sent } = clientOf([busy(), busy(), added()])
    const plant = noting({ ...monstera, more: [noting({ deep: noting(noting(7)) })] })
    expect((await client.addPlant(plant as never)).ok).toBe(true)
    expect(sent).toHaveLength(3)
    for (const { init } of sent)
      expect(init.body).toBe('{"id":1,"name":"Monstera","more":[{"deep":{}}]}')
    expect(keys).toEqual(['', '0', 'deep'])
  })

  test('may return bigints, which are written as they are', async () => {
    const prototype = BigInt.prototype as { toJSON?: () => string }
    prototype.toJSON = () => 'not called'
    try {
      const plant = { toJSON: () => ({ id: 2n ** 53n + 1n, name: 'Hoya', more: [1n] }) }
      expect(await written(plant)).toBe('{"id":9007199254740993,"name":"Hoya","more":[1]}')
    } finally {
      delete prototype.toJSON
    }
  })

  test('of a function too', async () => {
    const more = Object.assign(() => {}, { toJSON: () => 'called' })
    expect(await written({ ...monstera, more })).toBe(JSON.stringify({ ...monstera, more }))
  })

  test.each<[string, object]>([
    ['of the plant', { ...monstera }],
    ['within', { id: 1, name: 'Hoya' }],
  ])(
    'that throws, %s: invalid-request with its cause, and nothing is sent',
    async (where, plant) => {
      const thrown = new Error('detached')
      const throwing = {
        toJSON() {
          throw thrown
        },
      }
      const given = where === 'within' ? { ...plant, more: [throwing] } : throwing
      const { client, sent } = clientOf(added())
      const { error } = await client.addPlant(given as never)
      expect(error).toMatchObject({
        kind: 'invalid-request',
        cause: thrown,
        mayHaveBeenAdded: false,
      })
      expect(error?.message).toMatch(
        / was not sent: the plant cannot be written as JSON: detached$/,
      )
      expect(sent).toHaveLength(0)
    },
  )

  test.each([['a string'], [['a', 'list']], [null], [7]])(
    'of the plant returns %j: that is not a plant',
    async value => {
      const { error } = await clientOf(added()).client.addPlant({ toJSON: () => value } as never)
      expect(error?.message).toMatch(/ was not sent: the plant must be an object, but got /)
    },
  )
})

describe('The service reads what was given', () => {
  let server: RecordingServer
  let client: PlantStoreClient
  beforeAll(async () => {
    server = await recordingServer()
    client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const least = -(2n ** 63n)
  const most = 2n ** 63n - 1n
  // Strings that look like what a writer of integers could take for its own marks.
  const tricky = fc.string({ unit: fc.constantFrom('#', '"', '\\', '-', '0', '1', '9', '{', ' ') })
  const anyText = fc.oneof(
    tricky,
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
  )
  const ids = fc.oneof(
    fc.bigInt(least, most),
    fc.constantFrom(least, -1n, 0n, 2n ** 53n, 2n ** 53n + 1n, most),
    fc.maxSafeInteger(),
  )

  const tags = fc.option(anyText, { nil: undefined })
  const arrivesAsGiven = fc.asyncProperty(ids, anyText, tags, async (id, name, tag) => {
    const result = await client.addPlant({ id, name, ...(tag !== undefined && { tag }) })
    expect(result.ok).toBe(true)
    const plant = parse(server.requests.at(-1)?.body ?? '') as Record<string, unknown>
    expect(isLosslessNumber(plant.id) && plant.id.value).toBe(`${BigInt(id)}`)
    expect({ name: plant.name, tag: plant.tag }).toEqual({ name, tag })
  })

  test('any id, name and tag arrive', () => fc.assert(arrivesAsGiven, { numRuns: 500 }))

  test('also where the application has its own toJSON for bigints', async () => {
    const prototype = BigInt.prototype as { toJSON?: () => string }
    prototype.toJSON = function (this: bigint) {
      return `${this}n`
    }
    try {
      await fc.assert(arrivesAsGiven, { numRuns: 200 })
    } finally {
      delete prototype.toJSON
    }
  })
})
