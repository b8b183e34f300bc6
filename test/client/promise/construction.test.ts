// What the constructor says of wrong options, what it does with a long baseUrl, and what every request
// says. Guarding neighbours, right in 0.1.0 too: the options that name what is wrong, and the
// address whose many slashes come last.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera } from '../stub-fetch.ts'
import { recordingServer } from './recording-server.ts'
import { runProgram } from './run-program.ts'

describe('No baseUrl', () => {
  test.each<[string, unknown[]]>([
    ['no options', []],
    ['undefined', [undefined]],
    ['an empty object', [{}]],
    ['null', [null]],
    ['a string', ['https://plants.example.com']],
    ['a baseUrl that is undefined', [{ baseUrl: undefined, accessToken: 'token' }]],
  ])('%s', (_name, given) => {
    const make = () => Reflect.construct(PlantStoreClient, given)
    expect(make).toThrow(TypeError)
    expect(make).toThrow(/\bbaseUrl\b/)
  })
})

// The work is bounded if it grows with the length: a million slashes take a moment, where the square
// of them would outlast the patience with the process by far.
test.each([
  ['last', "'https://a.example/v1' + slashes"],
  ['first', "'https://a.example' + slashes + 'v1'"],
  ['twice', "'https://a.example' + slashes + 'v1' + slashes"],
])('a million slashes, %s', async (_where, address) => {
  const ended = await runProgram(`
    import { PlantStoreClient } from 'plant-store-client'
    const slashes = '/'.repeat(1_000_000)
    const fetch = async url => Response.json({ name: String(url.endsWith('/v1/plants')) })
    const client = new PlantStoreClient({ baseUrl: ${address}, accessToken: 'token', fetch })
    const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
    console.log(data.name)`)
  expect(ended).toEqual({ code: 0, stdout: 'true', stderr: '' })
})

describe('Every request accepts JSON', () => {
  test.each([
    ['without middleware', []],
    ['with', [{ onRequest() {} }]],
  ])('%s', async (_name, middleware) => {
    await using server = await recordingServer()
    const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', middleware })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    const [request] = server.requests
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
    })
  })

  test('also through a fetch that is given', async () => {
    const { client, sent } = clientOf(added())
    await client.addPlant(monstera, { headers: { 'X-Other': '1' } })
    expect(sent[0]?.headers.get('accept')).toBe('application/json')
    expect(sent[0]?.headers.get('x-other')).toBe('1')
  })
})
