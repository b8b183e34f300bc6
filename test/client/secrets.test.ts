// The token shows nowhere.
import { inspect } from 'node:util'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import {
  added,
  clientOf,
  connectionRefused,
  connectionReset,
  monstera,
  neverAnswers,
  refused,
} from './stub-fetch.ts'

const secret = 's3cr3t-t0k3n'

function shown(value: unknown): string {
  const error = value as Error | undefined
  return [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    error?.message,
    error?.stack,
  ].join('\n')
}

test('not in a client', () => {
  const { client } = clientOf(added(), { accessToken: secret, headers: { 'x-key': secret } })
  expect(shown(client)).not.toContain(secret)
  expect(Object.keys(client)).toEqual([])
})

test.each([
  added(),
  refused(401),
  refused(500),
  new Response('<h1>502</h1>', { status: 502 }),
  connectionRefused,
  connectionReset,
  neverAnswers,
])('not in what a call gives: case %#', async answer => {
  for (const accessToken of [secret, () => secret]) {
    const { client } = clientOf(answer, { accessToken, maxRetries: 0, timeout: 100 })
    const result = await client.addPlant(monstera)
    expect(shown(result)).not.toContain(secret)
    expect(shown(result.error)).not.toContain(secret)
  }
})

test('not in the error of a token that cannot be one', async () => {
  const { client } = clientOf(added(), { accessToken: () => `${secret}\n` })
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('access-token')
  expect(shown(error)).not.toContain(secret)
  const make = () =>
    new PlantStoreClient({ baseUrl: 'https://a.example', accessToken: `${secret}\n` })
  expect(make).toThrow(TypeError)
  try {
    make()
  } catch (thrown) {
    expect(shown(thrown)).not.toContain(secret)
  }
})

test('not in the errors of a real fetch', async () => {
  const client = new PlantStoreClient({
    baseUrl: 'http://plants.invalid',
    accessToken: secret,
    maxRetries: 0,
  })
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('network')
  expect(shown(error)).not.toContain(secret)
})
