// What the constructor says of options without a baseUrl, and what every request says. Guarding
// neighbours, right in 0.1.0 too: all that name baseUrl but a string in place of options.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera } from '../stub-fetch.ts'
import { recordingServer } from './recording-server.ts'

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
