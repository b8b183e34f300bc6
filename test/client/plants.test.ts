// Whatever is given as a plant, the call neither throws nor rejects, and nothing wrong is sent.
import type { NewPlant } from 'plant-store-client'
import { expect, test } from 'vitest'
import { added, baseUrl, clientOf, monstera } from './stub-fetch.ts'

const circle = new Error('round')
circle.cause = circle
const throwing = (thrown: unknown) => ({
  id: 1,
  get name() {
    throw thrown
  },
})
const hostile = {
  get kind() {
    throw circle
  },
}
const loop: Record<string, unknown> = { ...monstera }
loop.self = loop

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a string', 'Monstera'],
  ['an array', []],
  ['an empty object', {}],
  ['a name that is no string', { id: 1, name: 1 }],
  ['a null tag', { ...monstera, tag: null }],
  ['a circle', loop],
  ['a getter that throws', throwing(new Error('no'))],
  ['a getter that throws a circle of causes', throwing(circle)],
  [
    'a getter that throws what looks like an error of ours',
    throwing(Object.freeze({ kind: 'api' })),
  ],
  ['a getter that throws what cannot be looked at', throwing(hostile)],
  ['a getter that throws undefined', throwing(undefined)],
])('%s', async (_case, plant) => {
  const { client, sent } = clientOf(added())
  const { ok, error, response } = await client.addPlant(plant as NewPlant)
  expect({ ok, response }).toEqual({ ok: false, response: undefined })
  expect(error).toBeInstanceOf(Error)
  if (error?.kind !== 'invalid-request') throw error
  expect(error.mayHaveBeenAdded).toBe(false)
  expect(error.issues.length).toBeGreaterThan(0)
  expect(error.message.startsWith(`POST ${baseUrl}/plants was not sent: `)).toBe(true)
  expect(sent).toHaveLength(0)
})

test('every part that is wrong is named', async () => {
  const { error } = await clientOf(added()).client.addPlant({ tag: 7 } as never)
  if (error?.kind !== 'invalid-request') throw error
  expect(error.issues).toEqual([
    { path: ['name'], message: 'is required' },
    { path: ['id'], message: 'is required' },
    { path: ['tag'], message: 'must be a string' },
  ])
})

test('what is checked is what is written, even of a plant that changes', async () => {
  let reads = 0
  const { client, sent } = clientOf(added())
  await client.addPlant({
    id: 1,
    get name() {
      return reads++ ? (7 as never) : 'Monstera'
    },
  })
  expect(sent[0]?.init.body).toBe('{"id":1,"name":"Monstera"}')
})
