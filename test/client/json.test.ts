// A plant is written as JSON.stringify would write it, and a bigint as an integer.
import { expect, test } from 'vitest'
import { added, clientOf, monstera } from './stub-fetch.ts'

async function written(plant: object): Promise<unknown> {
  const { client, sent } = clientOf(added())
  expect((await client.addPlant(plant as never)).error).toBeUndefined()
  return sent[0]?.init.body
}

test.each<[string, unknown]>([
  ['null', null],
  ['true', true],
  ['a number', 1.5e300],
  ['what is no number', Number.NaN],
  ['a text to escape', 'a "b" \\ \n \u2028 \ud800'],
  ['an empty object', {}],
  ['an empty array', []],
  ['nested values', { a: { b: [1, 'x', true, null, { c: [[]] }] } }],
  ['names to escape', { 'a "b"\n': 1, '': 2 }],
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('tag')],
  ['undefined, a function and a symbol in an object', { a: undefined, b: () => 1, c: Symbol('c') }],
  ['undefined, a function and a symbol in an array', [undefined, () => 1, Symbol('c')]],
  ['holes in an array', Array(3)],
  ['a date', new Date(0)],
  ['a date in an array', [new Date(0)]],
  ['a toJSON', { toJSON: () => ({ a: 1 }) }],
  ['a toJSON that gives nothing', { toJSON: () => undefined }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a map', new Map([[1, 2]])],
  ['boxed values', [Object('text'), Object(7), Object(false)]],
])('%s', async (_name, more) => {
  expect(await written({ ...monstera, more })).toBe(JSON.stringify({ ...monstera, more }))
})

test('a bigint anywhere', async () => {
  const more = { a: [1n, { b: -(2n ** 70n) }], c: 0n }
  expect(await written({ ...monstera, more })).toBe(
    '{"id":1,"name":"Monstera","more":{"a":[1,{"b":-1180591620717411303424}],"c":0}}',
  )
})

test('the own properties of a plant, not its toJSON', async () => {
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
