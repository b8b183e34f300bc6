// Which options a client and a call take, and what the errors say of the others.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { path } from '../../generated/contract.ts'
import { revokedProxy } from './hostile-values.ts'
import { added, baseUrl, clientOf, monstera, passive, refused, url } from './stub-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

const make = (options: object) => () =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', ...options } as never)

/** The message with which a function throws a TypeError. */
function messageOf(throws: () => unknown): string {
  try {
    throws()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
  throw new Error('It threw nothing')
}

type Wrong = [option: string, value: unknown, message: string]

const timeout = 'must be a positive number of milliseconds, but got'
const maxRetries = 'must be a whole number, 0 or more, but got'
const retryAmbiguous = 'must be true or false, but got'
const headers = 'must be an object of strings, but got'
const notName = 'is not a name (RFC 9110, section 5.1)'
const notText = 'is not one line of Latin-1 text'

const noToken =
  'must be a function or a bearer token of visible ASCII, without spaces or "Bearer " in front, but got'

const wrong: Wrong[] = [
  ['accessToken', null, `${noToken} null`],
  ['accessToken', '', `${noToken} an empty string`],
  ['accessToken', 'Bearer secret', `${noToken} a string with " "`],
  ['accessToken', 'sec ret', `${noToken} a string with " "`],
  ['accessToken', 'secret\n', `${noToken} a string with "\\n"`],
  ['accessToken', 'secret…', `${noToken} a string with "…"`],
  ['accessToken', 42, `${noToken} a number`],
  ['timeout', 0, `${timeout} the number 0`],
  ['timeout', -1, `${timeout} the number -1`],
  ['timeout', Number.NaN, `${timeout} the number NaN`],
  ['timeout', '5', `${timeout} the string "5"`],
  ['timeout', null, `${timeout} null`],
  ['maxRetries', -1, `${maxRetries} the number -1`],
  ['maxRetries', 1.5, `${maxRetries} the number 1.5`],
  ['maxRetries', Number.POSITIVE_INFINITY, `${maxRetries} the number Infinity`],
  ['maxRetries', '2', `${maxRetries} the string "2"`],
  ['retryAmbiguous', 1, `${retryAmbiguous} the number 1`],
  ['retryAmbiguous', null, `${retryAmbiguous} null`],
  // Headers may be secret. Their names are not.
  ['headers', { Authorization: 'Bearer secret' }, 'must leave Authorization to accessToken'],
  ['headers', [['authorization', 'secret']], 'must leave Authorization to accessToken'],
  ['headers', { 'a b': 'secret' }, `must be valid: "a b" ${notName}`],
  ['headers', { '': 'secret' }, `must be valid: "" ${notName}`],
  ['headers', { 'x-a': '1', 'x-b': 'sec\nret' }, `must be valid: the value of "x-b" ${notText}`],
  ['headers', { 'x-a': 'sec€ret' }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': null }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': 'sec\u0001ret' }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': 'secret\n' }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': 7 }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': Promise.resolve('secret') }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': () => 'secret' }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', { 'x-a': Symbol('secret') }, `must be valid: the value of "x-a" ${notText}`],
  ['headers', [['x-a', ['secret']]], `must be valid: the value of "x-a" ${notText}`],
  ['headers', 'secret', `${headers} a string`],
  ['headers', '', `${headers} an empty string`],
  ['headers', null, `${headers} null`],
  ['headers', 42, `${headers} a number`],
  ['headers', () => ({ 'x-a': 'secret' }), `${headers} a function`],
  ['headers', Promise.resolve({ 'x-a': 'secret' }), `${headers} an object of type Promise`],
  ['headers', new Date(0), `${headers} an object of type Date`],
  ['headers', [[undefined, 'secret']], `${headers} an array`],
  ['headers', { 'Content-Length': '5' }, 'must leave "Content-Length" to fetch'],
  ['headers', { 'transfer-encoding': 'chunked' }, 'must leave "transfer-encoding" to fetch'],
  // Node's fetch fails each call with some of these (RFC 9110, section 7.6.1).
  ['headers', { Connection: 'upgrade' }, 'must leave "Connection" to fetch'],
  ['headers', { te: 'trailers' }, 'must leave "te" to fetch'],
  ['headers', { trailer: 'x-a' }, 'must leave "trailer" to fetch'],
  ['headers', { 'Proxy-Authorization': 'secret' }, 'must leave "Proxy-Authorization" to fetch'],
  ['headers', { 'proxy-connection': 'close' }, 'must leave "proxy-connection" to fetch'],
  ['headers', { 'a\nb': 'secret' }, `must be valid: "a\\nb" ${notName}`],
  ['headers', ['x-a: secret'], `${headers} an array`],
  ['headers', [['x-a']], `${headers} an array`],
  ['headers', [['x-a', '1'], ['x-b']], `${headers} an array`],
  ['toString', 'x', 'is not an option'],
  ['misspelt', 1, 'is not an option'],
  ['misspelt', undefined, 'is not an option'],
]

const ofClientAlone: Wrong[] = ['baseUrl', 'fetch', 'middleware'].map(name => [
  name,
  undefined,
  'is an option of a client',
])

const notBase =
  'must be an http:// or https:// URL without query, fragment or credentials, or begin with / or . in a page, but got'
const noMiddleware =
  'must be an array of objects with functions onRequest, onResponse or onError, but got'
const wrongForClient: Wrong[] = [
  ...wrong,
  ['baseUrl', undefined, `${notBase} undefined`],
  ['baseUrl', null, `${notBase} null`],
  ['baseUrl', '', `${notBase} the string ""`],
  ['baseUrl', 'v1', `${notBase} the string "v1"`],
  ['baseUrl', 'plants.example.com/v1', `${notBase} the string "plants.example.com/v1"`],
  ['baseUrl', 'https://', `${notBase} the string "https://"`],
  ['baseUrl', 'localhost:4010', `${notBase} the string "localhost:4010"`],
  ['baseUrl', 'file:///v1', `${notBase} the string "file:///v1"`],
  ['baseUrl', 'javascript:0', `${notBase} the string "javascript:0"`],
  ['baseUrl', 'data:,https://a.test', `${notBase} the string "data:,https://a.test"`],
  ['baseUrl', 'ftp://a.test/http://b.test', `${notBase} the string "ftp://a.test/http://b.test"`],
  ['baseUrl', 'x'.repeat(100), `${notBase} the string "${'x'.repeat(100)}"`],
  ['baseUrl', 'x'.repeat(101), `${notBase} a string of 101 characters`],
  ['baseUrl', {}, `${notBase} an object`],
  ['baseUrl', { href: 7 }, `${notBase} an object`],
  ['baseUrl', () => 'https://a.test', `${notBase} a function`],
  ['baseUrl', 'https://a.test/v1?', `${notBase} a string`],
  ['baseUrl', 'https://a.test/?b', `${notBase} a string`],
  ['baseUrl', 'http://a.test/v1?b', `${notBase} a string`],
  ['baseUrl', 'https://a.test#access_token=secret', `${notBase} a string`],
  ['baseUrl', 'http://a.test:99999', `${notBase} the string "http://a.test:99999"`],
  ['baseUrl', `https://${'secret'.repeat(20)}@a.test`, `${notBase} a string of 135 characters`],
  // Credentials are secret, and a query may be.
  ['baseUrl', 'https://secret@a.test', `${notBase} a string`],
  ['baseUrl', 'https://user:secret@a.test', `${notBase} a string`],
  ['baseUrl', 'https://:secret@a.test', `${notBase} a string`],
  ['baseUrl', new URL('https://user:secret@a.test'), `${notBase} an object of type URL`],
  ['baseUrl', 'https://@a.test?b', `${notBase} a string`],
  ['accessToken', undefined, `${noToken} undefined`],
  ['fetch', null, 'must be a function, but got null'],
  ['fetch', 'fetch', 'must be a function, but got the string "fetch"'],
  ['middleware', null, `${noMiddleware} null`],
  ['middleware', {}, `${noMiddleware} an object`],
  ['middleware', 'secret', `${noMiddleware} a string`],
  ['middleware', [null], `${noMiddleware} [null]`],
  ['middleware', [passive, undefined], `${noMiddleware} [an object, undefined]`],
  ['middleware', Array(1), `${noMiddleware} [undefined]`],
  ['middleware', [{}], `${noMiddleware} [an object]`],
  ['middleware', [() => {}], `${noMiddleware} [a function]`],
  ['middleware', [{ onrequest() {} }], `${noMiddleware} [an object]`],
  ['middleware', [{ onRequest: {} }], `${noMiddleware} [an object]`],
  ['middleware', [{ onRequest() {}, onError: false }], `${noMiddleware} [an object]`],
  ['middleware', [[passive]], `${noMiddleware} [an array]`],
  ['signal', new AbortController().signal, 'is an option of a call'],
  ['signal', undefined, 'is an option of a call'],
]

test.each(wrongForClient)('a client refuses %s: %j', (option, value, message) => {
  expect(messageOf(make({ [option]: value }))).toBe(`plant-store-client: ${option} ${message}`)
})

test.each([...wrong, ...ofClientAlone])('a call refuses %s: %j', async (option, value, message) => {
  const { client, sent } = clientOf(added())
  const { error } = await client.addPlant(monstera, { [option]: value })
  if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
  expect(error.issues).toEqual([{ path: ['options', option], message }])
  expect(error.message).toBe(`POST ${url} was not sent: ${option} ${message}`)
  expect(sent).toHaveLength(0)
})

test.each(['ftp://user:secret@a.test', 'user:secret@a.test', 'https://a.test?secret'])(
  'the message for %s shows no secret',
  baseUrl => {
    expect(messageOf(make({ baseUrl }))).not.toContain('secret')
  },
)

test('every wrong option is named', () => {
  const options = { timeout: -1, maxRetries: 0.5, fetch: {}, retries: 1, accessToken: undefined }
  expect(messageOf(make(options))).toBe(
    'plant-store-client: ' +
      `accessToken ${noToken} undefined; timeout ${timeout} the number -1; ` +
      `maxRetries ${maxRetries} the number 0.5; fetch must be a function, but got an object; ` +
      'retries is not an option',
  )
})

test.each([[[]], [[undefined]], [[null]], [[{}]]])(
  'a client of %j names what is missing',
  given => {
    expect(messageOf(() => Reflect.construct(PlantStoreClient, given))).toBe(
      `plant-store-client: baseUrl ${notBase} undefined; accessToken ${noToken} undefined`,
    )
  },
)

test('a client of a string says that options are an object', () => {
  const options = 'https://plants.example.com' as never
  expect(messageOf(() => new PlantStoreClient(options))).toBe(
    'plant-store-client: options must be an object of options, but got a string',
  )
})

test('options that are undefined have their default', async () => {
  const none = { timeout: undefined, maxRetries: undefined, headers: undefined }
  const all = { ...none, retryAmbiguous: undefined, fetch: undefined, middleware: undefined }
  expect(make(all)).not.toThrow()
  const { client, sent } = clientOf(refused(503, { 'retry-after': '0' }), { ...none })
  await client.addPlant(monstera, { ...none, retryAmbiguous: undefined, signal: undefined })
  expect(sent).toHaveLength(3)
})

/** It looks like a plain object without options. */
class PolyfillSignal {
  get aborted() {
    return false
  }
  addEventListener() {}
  removeEventListener() {}
}

test.each<[string, unknown, string]>([
  ['a number', 7, 'a number'],
  ['a proxy that cannot be read', revokedProxy(), 'an object'],
  ['a signal', new AbortController().signal, 'an AbortSignal: pass { signal }'],
  ["a polyfill's signal", new PolyfillSignal(), 'an AbortSignal: pass { signal }'],
  ['an array', [], 'an array'],
  ['a controller', new AbortController(), 'an object of type AbortController'],
])('%s in place of the options of a call is refused, and not ignored', async (...row) => {
  const [, options, got] = row
  const { client, sent } = clientOf(added())
  const { error } = await client.addPlant(monstera, options as never)
  const message = `must be an object of options, but got ${got}`
  expect(error).toMatchObject({ kind: 'invalid-request', issues: [{ path: ['options'], message }] })
  expect(error?.message).toBe(`POST ${url} was not sent: options ${message}`)
  expect(sent).toHaveLength(0)
})

test('inherited options do not count', async () => {
  const { client, sent } = clientOf(refused(500))
  await client.addPlant(monstera, Object.create({ retryAmbiguous: true, timeout: -1 }))
  expect(sent).toHaveLength(1)
  const inherited = Object.create({ baseUrl, accessToken: 'token' })
  expect(() => new PlantStoreClient(inherited)).toThrow(/: baseUrl .*undefined; accessToken /)
})

test('null instead of the options of a call means no options', async () => {
  expect((await clientOf(added()).client.addPlant(monstera, null as never)).ok).toBe(true)
})

describe('headers', () => {
  test('that are undefined are left out', async () => {
    const { client, sent } = clientOf(added(), { headers: { 'x-a': '1', 'x-b': '1' } })
    const headers = { 'x-a': undefined, 'x-c': undefined }
    expect((await client.addPlant(monstera, { headers })).ok).toBe(true)
    const [{ headers: seen } = { headers: new Headers() }] = sent
    expect([seen.get('x-a'), seen.get('x-b'), seen.has('x-c')]).toEqual(['1', '1', false])
  })

  test("that are a polyfill's, which looks like a plain object, are sent", async () => {
    class PolyfillHeaders {
      *[Symbol.iterator]() {
        yield* Object.entries(this.map)
      }
      map = { 'x-a': '1' }
    }
    const { client, sent } = clientOf(added(), { headers: new PolyfillHeaders() as never })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent[0]?.headers.get('x-a')).toBe('1')
    expect(sent[0]?.headers.has('map')).toBe(false)
  })

  test('with names that only look like those of fetch are sent', async () => {
    const names = ['x-authorization', 'authorization-mode', 'expect-ct', 'x-expect', 'proxy', 'tea']
    const { client, sent } = clientOf(added())
    await client.addPlant(monstera, { headers: names.map(name => [name, '1']) })
    expect(names.filter(name => sent[0]?.headers.get(name) === '1')).toEqual(names)
  })

  test('that can be read only once are sent', async () => {
    const once = (name: string) => new Map([[name, '1']]).entries() as unknown as HeadersInit
    const { client, sent } = clientOf(added(), { headers: once('x-client') })
    expect((await client.addPlant(monstera, { headers: once('x-call') })).ok).toBe(true)
    expect(sent[0]?.headers.get('x-client')).toBe('1')
    expect(sent[0]?.headers.get('x-call')).toBe('1')
  })

  test('of a call override those of the client, whatever their case and form', async () => {
    const { client, sent } = clientOf(added(), { headers: { 'X-A': '1', 'X-B': '1' } })
    await client.addPlant(monstera, { headers: new Headers([['x-a', '2']]) })
    await client.addPlant(monstera, { headers: [['X-A', '3']] })
    await client.addPlant(monstera, { headers: undefined })
    const seen = sent.map(one => [one.headers.get('x-a'), one.headers.get('x-b')])
    expect(seen).toEqual([
      ['2', '1'],
      ['3', '1'],
      ['1', '1'],
    ])
  })
})

test('the list of middleware is copied: a later change of it does not count', async () => {
  let runs = 0
  const middleware = [{ onRequest: () => void runs++ }]
  const { client } = clientOf(added(), { middleware })
  middleware.push({ onRequest: () => void runs++ })
  await client.addPlant(monstera)
  expect(runs).toBe(1)
})

test('an empty list of middleware needs no Request', () => {
  vi.stubGlobal('Request', undefined)
  expect(make({ middleware: [] })).not.toThrow()
  expect(make({ middleware: [passive] })).toThrow(/: middleware needs global Request and Response$/)
})

const urlOf = async (given: string | URL) => {
  const { client, sent } = clientOf(added(), { baseUrl: given })
  await client.addPlant(monstera)
  return sent[0]?.url
}

describe('baseUrl', () => {
  test.each<[string | URL, string]>([
    ['https://a.test', 'https://a.test'],
    ['https://a.test/', 'https://a.test'],
    ['https://a.test/v1', 'https://a.test/v1'],
    ['https://a.test/v1///', 'https://a.test/v1'],
    ['HTTPS://A.test/V1', 'https://a.test/V1'],
    ['http://a.test:80', 'http://a.test'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https://a.test/a%20b/ü', 'https://a.test/a%20b/%C3%BC'],
    ['https://a.test/a@b', 'https://a.test/a@b'],
    [new URL('http://a.test:81/v1/'), 'http://a.test:81/v1'],
  ])('%s is accepted', async (given, base) => {
    expect(await urlOf(given)).toBe(base + path)
  })

  const relative: [given: string, base: string][] = [
    ['/v1', 'https://shop.test/v1'],
    ['./api/', 'https://shop.test/app/api'],
    ['../api', 'https://shop.test/api'],
    ['.', 'https://shop.test/app'],
    ['//plants.test', 'https://plants.test'],
    ['http://other.test/v1', 'http://other.test/v1'],
  ]
  describe.each<[string, Record<string, unknown>]>([
    [
      'to the base of a page',
      {
        document: { baseURI: 'https://shop.test/app/#part?' },
        location: { href: 'https://elsewhere.test/' },
      },
    ],
    ['to the script of a Worker', { location: { href: 'https://shop.test/app/worker.js' } }],
  ])('is relative %s', (_name, globals) => {
    const stub = () => {
      for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    }

    test.each(relative)('%s', async (given, base) => {
      stub()
      expect(await urlOf(given)).toBe(base + path)
    })

    test('an absolute one stays as it is', async () => {
      stub()
      expect(await urlOf('https://plants.test/v1')).toBe(`https://plants.test/v1${path}`)
    })

    test.each([
      ...['', undefined, null, {}, { href: '' }, 7, '/v1?', './v1#a', 'ftp://a.test'],
      ...['v1', 'plants.example.com/v1', '//', '//a.test:99999', '/\\user:secret@a.test'],
    ])('%j is refused', given => {
      stub()
      expect(make({ baseUrl: given })).toThrow(/^plant-store-client: baseUrl must be /)
    })
  })

  describe('a relative one where no page resolves it, as where a framework renders a component on a server', () => {
    test.each(['/v1', './v1', '../v1', '.', '/', '//plants.test', '/http://a.test:99999'])(
      '%s is accepted, and a call sends nothing',
      async given => {
        const { client, sent } = clientOf(added(), { baseUrl: given })
        const { ok, error } = await client.addPlant(monstera)
        expect(ok).toBe(false)
        expect(error).toMatchObject({
          kind: 'invalid-request',
          issues: [{ path: ['options', 'baseUrl'], message: 'is relative, and there is no page' }],
          mayHaveBeenAdded: false,
        })
        expect(error?.message).toBe(
          `POST ${path} was not sent: baseUrl is relative, and there is no page`,
        )
        expect(sent).toEqual([])
      },
    )

    test('other problems of the call are named too', async () => {
      const { client } = clientOf(added(), { baseUrl: '/v1' })
      const { error } = await client.addPlant({ id: 1 } as never, { timeout: 0 })
      expect(error).toMatchObject({
        issues: [
          { path: ['options', 'timeout'] },
          { path: ['options', 'baseUrl'] },
          { path: ['name'] },
        ],
      })
    })
  })

  // https://github.com/jsdom/whatwg-url/issues/55
  test.each(['about:blank', '/app/'])(
    'absolute, where the page of a test has the address %j',
    async href => {
      vi.stubGlobal('location', { href })
      expect(await urlOf('https://plants.test/v1')).toBe(`https://plants.test/v1${path}`)
      expect(make({ baseUrl: '/v1' })).toThrow(/^plant-store-client: baseUrl must be /)
    },
  )
})
