import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { added, baseUrl, clientOf, monstera } from './stub-fetch.ts'

const made = (options: object) => () =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', ...options } as never)

const bad: [option: string, ...values: unknown[]][] = [
  ['timeout', 0, -1, Number.NaN, '5', null],
  ['maxRetries', -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null],
  ['retryAmbiguous', 1, 'yes', null],
  [
    'headers',
    { Authorization: 'Bearer secret' },
    { 'a b': 'secret' },
    { a: 'sec\nsecret' },
    null,
    7,
  ],
]
const badForClient: typeof bad = [
  ...bad,
  [
    'baseUrl',
    undefined,
    null,
    '',
    'ftp://a.example',
    '/v1',
    'https://',
    'https://a/?b',
    'https://a/#b',
  ],
  ['baseUrl', 'https://user:secret@a.example', {}],
  ['accessToken', undefined, null, '', 'sec ret', 'secret\n', 42, {}],
  ['fetch', null, 'fetch', {}],
  ['middleware', null, {}, 'secret', [null], [undefined], ['secret']],
]

describe.each(badForClient)('%s', (option, ...values) => {
  test.each(values)('%j is a TypeError that names it, and tells what it takes', value => {
    let thrown: unknown
    try {
      made({ [option]: value })()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(TypeError)
    const { message } = thrown as TypeError
    expect(message.startsWith(`${option} must be `)).toBe(true)
    expect(message).not.toContain('secret')
  })
})

test('an unknown option is a TypeError that names it', () => {
  expect(made({ baseURL: baseUrl })).toThrow(new TypeError('baseURL is not an option'))
  expect(made({ signal: undefined })).toThrow(TypeError)
  expect(made({ toString: 'x' })).toThrow(TypeError)
  expect(() => new PlantStoreClient(undefined as never)).toThrow(TypeError)
})

test.each([
  ['https://a.example', 'https://a.example/plants'],
  ['https://a.example/', 'https://a.example/plants'],
  ['https://a.example/v1', 'https://a.example/v1/plants'],
  ['https://a.example/v1///', 'https://a.example/v1/plants'],
  [new URL('http://a.example:81/v1/'), 'http://a.example:81/v1/plants'],
])('baseUrl %s', async (base, url) => {
  const { client, sent } = clientOf(added(), { baseUrl: base })
  await client.addPlant(monstera)
  expect(sent[0]?.url).toBe(url)
})

test('an empty list of middleware needs no Request', () => {
  vi.stubGlobal('Request', undefined)
  try {
    expect(made({ middleware: [] })).not.toThrow()
    expect(made({ middleware: [{}] })).toThrow(/^middleware must be /)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('the list of middleware is read once: a later change of it does not count', async () => {
  let runs = 0
  const middleware = [{ onRequest: () => void runs++ }]
  const { client } = clientOf(added(), { middleware })
  middleware.push({ onRequest: () => void runs++ })
  await client.addPlant(monstera)
  expect(runs).toBe(1)
})

test('every option that is missing, unknown or wrong is named, with what it takes', () => {
  const wrong = {
    baseUrl: undefined,
    accessToken: undefined,
    timeout: -1,
    maxRetries: 0.5,
    retryAmbiguous: 1,
    headers: { authorization: 'Bearer token' },
    fetch: {},
    middleware: {},
    retries: 1,
  }
  const words = [
    'baseUrl must be an http or https URL without query, fragment or credentials',
    'accessToken must be a bearer token or a function',
    'timeout must be a positive number of milliseconds',
    'maxRetries must be a whole number, 0 or more',
    'retryAmbiguous must be true or false',
    'headers must be valid headers without Authorization',
    'fetch must be a function',
    'middleware must be an array of middleware, which needs the globals Request and Response',
    'retries is not an option',
  ]
  expect(made(wrong)).toThrow(new TypeError(words.join(', ')))
})

test('options that are undefined are left out', async () => {
  const options = {
    timeout: undefined,
    fetch: undefined,
    middleware: undefined,
    headers: undefined,
  }
  expect(made(options)).not.toThrow()
})

describe('Of a call', () => {
  const cases = [...bad, ['signal', null, {}, 'no'], ['misspelt', 1]] as typeof bad
  test.each(cases.flatMap(([option, ...values]) => values.map(value => [option, value] as const)))(
    '%s: %j is an issue; nothing is sent',
    async (option, value) => {
      const { client, sent } = clientOf(added())
      const { error } = await client.addPlant(monstera, { [option]: value })
      if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
      expect(error.issues.map(({ path }) => path)).toEqual([['options', option]])
      expect(error.message).not.toContain('secret')
      expect(sent).toHaveLength(0)
    },
  )

  test('headers that can be read only once are sent', async () => {
    const once = (name: string) => new Map([[name, '1']]).entries() as unknown as HeadersInit
    const { client, sent } = clientOf(added(), { headers: once('x-client') })
    const { error } = await client.addPlant(monstera, { headers: once('x-call') })
    expect(error).toBeUndefined()
    expect(sent[0]?.headers.get('x-client')).toBe('1')
    expect(sent[0]?.headers.get('x-call')).toBe('1')
  })

  test('headers come on top of those of the client, whatever their case and form', async () => {
    const { client, sent } = clientOf(added(), { headers: { 'X-A': '1', 'X-B': '1' } })
    await client.addPlant(monstera, { headers: new Headers([['x-a', '2']]) })
    await client.addPlant(monstera, { headers: [['X-A', '3']] })
    await client.addPlant(monstera, { headers: undefined })
    const seen = sent.map(({ headers }) => [headers.get('x-a'), headers.get('x-b')])
    expect(seen).toEqual([
      ['2', '1'],
      ['3', '1'],
      ['1', '1'],
    ])
  })

  test('null in place of options', async () => {
    const { error } = await clientOf(added()).client.addPlant(monstera, null as never)
    expect(error?.kind).toBe('invalid-request')
  })
})
