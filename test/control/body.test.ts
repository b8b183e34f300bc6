// The bodies of changes: their media type, their size, and where there need not be one.

import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { beforeEach, describe, expect, test } from 'vitest'

let app: MockApp
beforeEach(() => {
  app = createMockApp()
  app.store.addPlants([{ id: 1, name: 'Monstera' }])
})

async function send(method: string, path: string, body?: string, contentType?: string) {
  const response = await app.fetch(`https://a.test/__mock${path}`, {
    method,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const JSON_TYPE = 'application/json'

const idOf = async (path: string, body: string): Promise<string> =>
  (await send('POST', path, body, JSON_TYPE)).body.id

describe('A change that needs no body', () => {
  const changes: [method: string, path: () => string | Promise<string>][] = [
    ['POST', () => '/reset'],
    ['POST', () => '/holds'],
    ['DELETE', () => '/requests'],
    ['DELETE', () => '/failures'],
    ['DELETE', async () => `/failures/${await idOf('/failures', '{"failure":"cut-short"}')}`],
    ['POST', async () => `/holds/${await idOf('/holds', '{}')}/release`],
    ['DELETE', () => (app.session('a') ? '/sessions/a' : '')],
  ]

  test.each(changes)('%s %s works without one, whatever its type', async (method, path) => {
    for (const sent of [[], [undefined, JSON_TYPE], ['{}', `${JSON_TYPE}; charset=utf-8`]]) {
      expect((await send(method, await path(), ...sent)).status, `${sent}`).toBe(200)
      app = createMockApp()
    }
  })

  test('needs Content-Type: application/json for a body, since pages could send others without a preflight', async () => {
    for (const [type, words] of [
      ['application/x-www-form-urlencoded', 'not application/x-www-form-urlencoded'],
      ['multipart/form-data; boundary=a', 'not multipart/form-data; boundary=a'],
      [undefined, 'but the header is missing'],
    ] as const) {
      const { status, headers, body: error } = await send('POST', '/reset', '{}', type)
      expect(status).toBe(415)
      expect(headers.get('accept')).toBe(JSON_TYPE)
      expect(error.message).toBe(`Content-Type must be application/json, ${words}`)
    }
    expect(app.store.plants).toHaveLength(1)
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'may say %s: without a body there is no media type to refuse',
    async type => {
      expect((await send('POST', '/reset', '', type)).status).toBe(200)
      expect(app.store.plants).toHaveLength(0)
    },
  )
})

test.each([
  ['POST', '/failures'],
  ['POST', '/plants'],
  ['PUT', '/settings'],
])('%s %s needs a body, and says so', async (method, path) => {
  const body = { error: 400, message: 'A body is required' }
  for (const type of [undefined, JSON_TYPE, 'application/x-www-form-urlencoded'])
    expect(await send(method, path, '', type)).toMatchObject({ status: 400, body })
})

describe('A body is at most', () => {
  /** A failure of that many bytes of JSON. */
  const failure = (bytes: number) => {
    const start = '{"failure":{"status":500,"body":"'
    return `${start}${'x'.repeat(bytes - start.length - 3)}"}}`
  }

  test('64 KiB', async () => {
    expect((await send('POST', '/failures', failure(2 ** 16), JSON_TYPE)).status).toBe(200)
    expect((await send('POST', '/failures', failure(2 ** 16 + 1), JSON_TYPE)).status).toBe(413)
  })

  test('1 MiB if it is plants', async () => {
    const plants = (bytes: number) => {
      const start = '[{"id":1,"name":"'
      return `${start}${'x'.repeat(bytes - start.length - 3)}"}]`
    }
    expect((await send('POST', '/plants', plants(2 ** 20), JSON_TYPE)).status).toBe(200)
    const body = { error: 413, message: 'The body must not be longer than 1048576 bytes' }
    const refused = await send('POST', '/plants', plants(2 ** 20 + 1), JSON_TYPE)
    expect(refused).toMatchObject({ status: 413, body })
    expect(app.store.plants).toHaveLength(2)
  })
})
