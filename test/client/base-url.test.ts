// Which addresses a client takes, and what they mean in a browser or a Worker.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { added, clientOf, monstera } from './stub-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

const urlOf = async (baseUrl: string | URL) => {
  const { client, sent } = clientOf(added(), { baseUrl })
  await client.addPlant(monstera)
  return sent[0]?.url
}
const make = (baseUrl: unknown) => () =>
  new PlantStoreClient({ baseUrl: baseUrl as string, accessToken: 'token' })

const relative: [given: string, url: string][] = [
  ['/v1', 'https://shop.example/v1/plants'],
  ['api/', 'https://shop.example/app/api/plants'],
  ['.', 'https://shop.example/app/plants'],
  ['//plants.example', 'https://plants.example/plants'],
  ['http://other.example/v1', 'http://other.example/v1/plants'],
]

describe.each<[string, Record<string, unknown>]>([
  [
    'In a page, an address is relative to its base',
    {
      document: { baseURI: 'https://shop.example/app/#part?' },
      location: { href: 'https://elsewhere.example/' },
    },
  ],
  ['In a Worker, to its script', { location: { href: 'https://shop.example/app/worker.js' } }],
])('%s', (_name, globals) => {
  const stub = () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  }

  test.each(relative)('%s', async (given, url) => {
    stub()
    expect(await urlOf(given)).toBe(url)
  })

  test.each(['', undefined, null, {}, 7, 'v1?', 'v1#a', 'ftp://a.example'])(
    '%j is refused there too',
    given => {
      stub()
      expect(make(given)).toThrow(/^baseUrl must be /)
    },
  )
})

test('without a page, a relative address is refused', () => {
  for (const given of ['/v1', 'v1', '//plants.example', 'undefined'])
    expect(make(given)).toThrow(/^baseUrl must be /)
})

test.each([
  ['https://a', 'https://a/plants'],
  ['HTTPS://A.example/V1', 'https://a.example/V1/plants'],
  ['http://a.example:80', 'http://a.example/plants'],
  ['http://[::1]:8080/', 'http://[::1]:8080/plants'],
  ['https://a.example/a%20b/ü', 'https://a.example/a%20b/%C3%BC/plants'],
  ['https://a.example/a@b', 'https://a.example/a@b/plants'],
])('%s', async (given, url) => {
  expect(await urlOf(given)).toBe(url)
})

test.each([
  'ftp://a.example/http://b.example',
  'file:///v1',
  'data:,https://a.example',
  'javascript:0',
  'https://@a.example?b',
  'https://user@a.example',
  'https://:secret@a.example',
  'https://a.example/v1?',
  'https://a.example/v1#',
  'https://a.example/v1/?b=https://b.example/',
])('%s is refused', given => {
  expect(make(given)).toThrow(/^baseUrl must be an http or https URL without query, /)
})

test('an object that is no URL is refused', () => {
  for (const given of [{}, [], { href: 7 }, { href: '' }, () => 'https://a.example'])
    expect(make(given)).toThrow(/^baseUrl must be /)
})
