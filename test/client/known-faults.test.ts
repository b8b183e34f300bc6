// What the client still does wrong: each of these fails, and is turned into a plain test when it holds.
import { inspect } from 'node:util'
import { newPlantSchema } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera } from './stub-fetch.ts'

const accessToken = 's3cr3t-t0k3n-of-the-service'

describe('A token in the exception of a wrapper does not show in the error', () => {
  test.fails.each<[string, (init: RequestInit) => object]>([
    ['under a symbol', ({ headers }) => ({ [Symbol('headers')]: headers })],
    ['in a Map', ({ headers }) => ({ headers: new Map(Object.entries(Object(headers))) })],
    ['in a Set', ({ headers }) => ({ values: new Set(Object.values(Object(headers))) })],
    ['in Headers', ({ headers }) => ({ headers: new Headers(headers) })],
    ['in a Request', init => ({ request: new Request('https://a.test', init) })],
    ['in a URL', () => ({ url: new URL(`https://a.test/?token=${accessToken}`) })],
    ['as the name of a property', () => ({ [accessToken]: 1 })],
  ])('%s', async (_name, more) => {
    const { client } = clientOf(added(), {
      accessToken,
      fetch: async (_url, init = {}) => {
        throw Object.assign(new Error('no'), more(init))
      },
    })
    const { error } = await client.addPlant(monstera)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(accessToken)
  })
})

describe('Retry-After', () => {
  test.fails.each(['soon 5 GMT', '5 GMT'])(
    '%s is no date, so the 503 proves nothing',
    async header => {
      const busy = new Response('busy', { status: 503, headers: { 'retry-after': header } })
      const { client, sent } = clientOf(busy)
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
      expect(sent).toHaveLength(1)
    },
  )

  // RFC 9110, section 5.6.7: a recipient must accept all three formats of a date.
  test.fails('a date as asctime writes it is obeyed', async () => {
    const headers = { 'retry-after': 'Sun Nov  6 08:49:37 1994' }
    const { client } = clientOf([new Response('busy', { status: 503, headers }), added()])
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })
})

test.fails.each([null, undefined])('addPlant says of %s what newPlantSchema says', async plant => {
  const { error } = await clientOf(added()).client.addPlant(plant as never)
  const { issues } = await newPlantSchema['~standard'].validate(plant)
  expect(error).toMatchObject({ kind: 'invalid-request', issues })
})

test.fails('a response that throws when looked at is no fault of a middleware', async () => {
  const response = {
    status: 200,
    text: async () => '{"name":"Monstera"}',
    get bodyUsed() {
      throw new Error('do not look')
    },
  }
  const { client } = clientOf(() => response as never, { middleware: [{ onRequest() {} }] })
  expect((await client.addPlant(monstera)).error?.kind).toBe('network')
})

test.fails('a boxed value is written as JSON.stringify writes it', async () => {
  const { client, sent } = clientOf(added())
  const plant = { ...monstera, more: [Object('text'), Object(7), Object(false)] }
  await client.addPlant(plant)
  expect(sent[0]?.init.body).toBe(JSON.stringify(plant))
})
