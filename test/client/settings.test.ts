// Which options a client and a call take, and what the errors say of the others.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { path } from '../../generated/contract.ts'
import { revokedProxy } from './hostile-values.ts'
import { add, added, baseUrl, busy, clientOf, monstera, passive, url } from './stub-fetch.ts'

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

/** Values that an option must not have, by what the message says that it got. */
type Values = { readonly [got: string]: unknown }
const rows = (option: string, must: string, ...values: Values[]): Wrong[] =>
  values.flatMap(Object.entries).map(([got, value]) => [option, value, `${must}, but got ${got}`])
const numbers = (...values: number[]): Values =>
  Object.fromEntries(values.map(value => [`the number ${value}`, value]))
const strings = (...values: string[]): Values =>
  Object.fromEntries(values.map(value => [`the string "${value}"`, value]))
const nullValue: Values = { null: null }

const noToken =
  'must be a function or a bearer token of visible ASCII, without spaces or "Bearer " in front'
const timeout = 'must be a positive number of milliseconds'
const maxRetries = 'must be an integer, 0 or more'
const notText = 'must be valid: the value of "x-a" is not one line of Latin-1 text'
const notName = 'is not a name (RFC 9110, section 5.1)'
/** Of the connection, or of the body. Node's fetch fails each call with some of these. */
const ofConnection = [
  ...['Connection', 'Content-Length', 'te', 'trailer', 'transfer-encoding'],
  ...['Proxy-Authorization', 'proxy-connection'],
]

const wrong: Wrong[] = [
  ...rows('timeout', timeout, numbers(0, -1, Number.NaN), strings('5'), nullValue),
  ...rows('maxRetries', maxRetries, numbers(-1, 1.5, Number.POSITIVE_INFINITY), strings('2')),
  ...rows('retryAmbiguous', 'must be true or false', numbers(1), nullValue),
  // The values of headers may be secret. Their names are not.
  ...rows('headers', 'must be an object of strings', nullValue, {
    'a string': 'secret',
    'a function': () => ({ 'x-a': 'secret' }),
    'an object of type Promise': Promise.resolve({ 'x-a': 'secret' }),
  }),
  ...[['x-a: secret'], [['x-a', '1'], ['x-b']], [[undefined, 'secret']]].flatMap(pairs =>
    rows('headers', 'must be an object of strings', { 'an array': pairs }),
  ),
  ['headers', { Authorization: 'Bearer secret' }, 'must leave Authorization to accessToken'],
  ['headers', [['authorization', 'secret']], 'must leave Authorization to accessToken'],
  ...ofConnection.map((name): Wrong => {
    return ['headers', { [name]: 'secret' }, `must leave "${name}" to fetch`]
  }),
  ...['a b', '', 'a\nb'].map((name): Wrong => {
    return ['headers', { [name]: 'secret' }, `must be valid: ${JSON.stringify(name)} ${notName}`]
  }),
  ...['sec\nret', 'sec€ret', 'sec\u0001ret', 'secret\n', null, 7, Symbol('secret'), ['secret']].map(
    (value): Wrong => ['headers', [['x-a', value]], notText],
  ),
  ['headers', { 'x-b': '1', 'x-a': Promise.resolve('secret') }, notText],
  ['toString', 'x', 'is not an option'],
  ['misspelt', undefined, 'is not an option'],
]

const wrongForCall: Wrong[] = [
  ...wrong,
  ...['baseUrl', 'fetch', 'middleware'].map((name): Wrong => {
    return [name, undefined, 'is an option of a client']
  }),
  ...rows('signal', 'must be an AbortSignal', strings('no'), {
    'an object of type AbortController': new AbortController(),
    'an object of type EventTarget': new EventTarget(),
    'an object': { aborted: false, addEventListener() {} },
  }),
]

const notBase =
  'must be an http:// or https:// URL without query, fragment or credentials, or a path like /v1'
const notMiddleware = 'must be an array of objects with functions onRequest, onResponse or onError'
const wrongForClient: Wrong[] = [
  ...wrong,
  ...rows(
    'baseUrl',
    notBase,
    strings('', 'v1', 'plants.example.com/v1', 'https://', 'localhost:4010', 'file:///v1'),
    strings('data:,https://a.test', 'ftp://a.test/http://b.test', 'http://a.test:99999'),
    strings('x'.repeat(100)),
  ),
  // Credentials are secret, and a query may be.
  ...[
    ...['https://a.test/v1?', 'https://a.test/?secret', 'https://a.test#access_token=secret'],
    ...['https://secret@a.test', 'https://user:secret@a.test', 'https://:secret@a.test'],
  ].flatMap(url => rows('baseUrl', notBase, { 'a string': url })),
  ...rows('baseUrl', notBase, nullValue, {
    undefined,
    'a string of 101 characters': 'x'.repeat(101),
    'a string of 135 characters': `https://${'secret'.repeat(20)}@a.test`,
    'an object of type URL': new URL('https://user:secret@a.test'),
    'an object': { href: 7 },
    'an array': ['https://a.test'],
  }),
  ...rows('accessToken', noToken, nullValue, {
    undefined,
    'an empty string': '',
    'a number': 42,
    'a string with " "': 'Bearer secret',
    'a string with "\\n"': 'secret\n',
    'a string with "…"': 'secret…',
  }),
  ...rows('fetch', 'must be a function', nullValue, { 'a string': 'fetch' }),
  ...rows('middleware', notMiddleware, nullValue, {
    'an object': {},
    'a string': 'secret',
    '[an object, undefined]': [passive, undefined],
    '[undefined]': Array(1), // a hole
    '[a function]': [() => {}],
    '[an array]': [[passive]],
  }),
  ...[{}, { onRequest: {} }, { onRequest() {}, onError: false }].flatMap(one =>
    rows('middleware', notMiddleware, { '[an object]': [one] }),
  ),
  ['signal', undefined, 'is an option of a call'],
]

test.each(wrongForClient)(
  'the constructor throws a TypeError if an option is wrong, or, as signal, is for a single call only: %s: %j',
  (option, value, message) => {
    expect(messageOf(make({ [option]: value }))).toBe(`plant-store-client: ${option} ${message}`)
  },
)

test.each(wrongForCall)(
  'an option of the call is wrong, so nothing is sent: %s: %j',
  async (option, value, message) => {
    const { error, sent } = await add(added(), {}, { [option]: value })
    if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
    expect(error.issues).toEqual([{ path: ['options', option], message }])
    expect(error.message).toBe(`POST ${url} was not sent: ${option} ${message}`)
    expect(sent).toHaveLength(0)
  },
)

test.each([[[]], [[undefined]], [[null]], [[{}]]])(
  'accessToken, a function or the bearer token, is required, and so is baseUrl: a client of %j names every option that is missing',
  given => {
    expect(messageOf(() => Reflect.construct(PlantStoreClient, given))).toBe(
      `plant-store-client: baseUrl ${notBase}, but got undefined; ` +
        `accessToken ${noToken}, but got undefined`,
    )
  },
)

test('options that are undefined have their default', async () => {
  const none = { timeout: undefined, maxRetries: undefined, headers: undefined }
  const all = { ...none, retryAmbiguous: undefined, fetch: undefined, middleware: undefined }
  expect(make(all)).not.toThrow()
  const ofCall = { ...none, retryAmbiguous: undefined, signal: undefined }
  const { sent } = await add(busy(), none, ofCall)
  expect(sent.map(({ token }) => token)).toEqual(['token', 'token', 'token'])
})

/** It looks like a plain object without options. */
class PolyfillSignal {
  get aborted() {
    return false
  }
  addEventListener() {}
  removeEventListener() {}
}

const wrongOptions: [string, unknown, got: string][] = [
  ['a proxy that cannot be read', revokedProxy(), 'an object'],
  ['a signal', new AbortController().signal, 'an AbortSignal: pass { signal }'],
  ["a polyfill's signal", new PolyfillSignal(), 'an AbortSignal: pass { signal }'],
  ['an array', [], 'an array'],
]

test.each(wrongOptions)(
  '%s in place of the options is refused, and not ignored',
  async (_name, options, got) => {
    const message = `must be an object of options, but got ${got}`
    expect(messageOf(() => new PlantStoreClient(options as never))).toBe(
      `plant-store-client: options ${message}`,
    )
    const { error, sent } = await add(added(), {}, options as never)
    const issues = [{ path: ['options'], message }]
    expect(error).toMatchObject({ kind: 'invalid-request', issues })
    expect(error?.message).toBe(`POST ${url} was not sent: options ${message}`)
    expect(sent).toHaveLength(0)
  },
)

test('null instead of the options of a call means no options', async () => {
  expect((await add(added(), {}, null as never)).ok).toBe(true)
})

describe('headers to send with each request', () => {
  /** The values of these headers, as they were sent. */
  async function sentOf(names: string[], ofClient: unknown, ofCall?: unknown) {
    const given = (headers: unknown) => ({ headers }) as never
    const { sent } = await add(added(), given(ofClient), given(ofCall))
    return names.map(name => sent[0]?.headers.get(name))
  }

  test('those that are undefined are left out', async () => {
    const ofCall = { 'x-a': undefined, 'x-c': undefined }
    const values = await sentOf(['x-a', 'x-b', 'x-c'], { 'x-a': '1', 'x-b': '1' }, ofCall)
    expect(values).toEqual(['1', '1', null])
  })

  test("a polyfill's, which look like a plain object, are sent", async () => {
    class PolyfillHeaders {
      *[Symbol.iterator]() {
        yield* Object.entries(this.map)
      }
      map = { 'x-a': '1' }
    }
    expect(await sentOf(['x-a', 'map'], new PolyfillHeaders())).toEqual(['1', null])
  })

  test('names that only look like those of fetch are sent', async () => {
    const authorization = ['x-authorization', 'authorization-mode']
    const names = [...authorization, 'connection-x', 'expect-ct', 'x-expect', 'proxy', 'tea']
    const values = await sentOf(names, Object.fromEntries(names.map(name => [name, name])))
    expect(values).toEqual(names)
  })

  test('values of Latin-1 text are sent', async () => {
    expect(await sentOf(['x-a'], { 'x-a': 'Grün' })).toEqual(['Grün'])
  })

  test('those that can be read only once are sent', async () => {
    const once = (name: string) => new Map([[name, '1']]).entries()
    const values = await sentOf(['x-client', 'x-call'], once('x-client'), once('x-call'))
    expect(values).toEqual(['1', '1'])
  })

  test.each([
    [new Headers([['x-a', '2']]), '2'],
    [[['X-A', '3']], '3'],
    [undefined, '1'],
  ])(
    'headers that are passed to a single call override the client, whatever their case and form: %j',
    async (ofCall, value) => {
      const values = await sentOf(['x-a', 'x-b'], { 'X-A': '1', 'X-B': '1' }, ofCall)
      expect(values).toEqual([value, '1'])
    },
  )
})

test('middleware, an array: the list is copied, and a later change of it does not count', async () => {
  let runs = 0
  const middleware = [{ onRequest: () => void runs++ }]
  const { client } = clientOf(added(), { middleware })
  middleware.push({ onRequest: () => void runs++ })
  await client.addPlant(monstera)
  expect(runs).toBe(1)
})

test.each(['Request', 'Response'])(
  'middleware needs global Request and Response: the message without %s; an empty list does not',
  name => {
    vi.stubGlobal(name, undefined)
    expect(make({ middleware: [] })).not.toThrow()
    expect(make({ middleware: [passive] })).toThrow(
      /: middleware needs global Request and Response$/,
    )
  },
)

const urlOf = async (given: string | URL) => (await add(added(), { baseUrl: given })).sent[0]?.url

describe('baseUrl: base address of the service, http or https, with its path', () => {
  test.each<[string | URL, string]>([
    ['https://a.test', 'https://a.test'],
    ['https://a.test/v1///', 'https://a.test/v1'],
    ['HTTPS://A.test/V1', 'https://a.test/V1'],
    ['http://a.test:80', 'http://a.test'],
    ['https://a.test/a%20b/ü', 'https://a.test/a%20b/%C3%BC'],
    ['https://a.test/a@b', 'https://a.test/a@b'],
    [new URL('http://a.test:81/v1/'), 'http://a.test:81/v1'],
  ])('%s is accepted', async (given, base) => {
    expect(await urlOf(given)).toBe(base + path)
  })

  const page = {
    document: { baseURI: 'https://shop.test/app/#part?' },
    location: { href: 'https://elsewhere.test/' },
  }
  const worker = { location: { href: 'https://shop.test/app/worker.js' } }
  describe.each([
    ['the base of a page', page],
    ['the script of a Worker', worker],
  ])('for a page it may begin with / or .: relative to %s', (_name, globals) => {
    beforeEach(() => {
      for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    })

    test.each([
      ['/v1', 'https://shop.test/v1'],
      ['../api/', 'https://shop.test/api'],
      ['.', 'https://shop.test/app'],
      ['//plants.test', 'https://plants.test'],
    ])('%s is %s', async (given, base) => {
      expect(await urlOf(given)).toBe(base + path)
    })

    test.each(['', undefined, '/v1?', './v1#a', 'v1', 'plants.example.com/v1', '//a.test:99999'])(
      '%j is refused',
      given => {
        expect(make({ baseUrl: given })).toThrow(/^plant-store-client: baseUrl must be /)
      },
    )
  })

  const nowhere: [name: string, globals: Record<string, unknown>][] = [
    ['a framework renders a component on a server', {}],
    ['a worker is made of a blob', { location: { href: 'blob:https://shop.test/6f1a' } }],
    ['a page is a file', { document: { baseURI: 'file:///home/shop/index.html' } }],
    ['a page is an extension’s', { document: { baseURI: 'chrome-extension://abcdef/popup.html' } }],
    ['a page of a test is blank', { location: { href: 'about:blank' } }],
  ]
  describe.each(nowhere)('a relative one where no page resolves it: %s', (_name, globals) => {
    beforeEach(() => {
      for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    })

    const message = 'must be a whole address here: no page resolves it'
    const issue = { path: ['options', 'baseUrl'], message }

    test.each(['/v1', './v1', '../v1', '.', '/', '//plants.test', '/http://a.test:99999', '/v1/'])(
      '%s is accepted, and each call is invalid-request, names the address that was given, and sends nothing',
      async given => {
        const { error, sent } = await add(added(), { baseUrl: given })
        const expected = { kind: 'invalid-request', issues: [issue], mayHaveBeenAdded: false }
        expect(error).toMatchObject(expected)
        const named = given.replace(/\/$/, '') + path
        expect(error?.message).toBe(`POST ${named} was not sent: baseUrl ${message}`)
        expect(sent).toEqual([])
      },
    )

    test.each(['/v1?secret', './#secret', '//user:secret@plants.test', '//secret@plants.test/v1'])(
      '%s is refused, and what may be secret is not shown',
      given => {
        const words = messageOf(make({ baseUrl: given }))
        expect(words).toBe(`plant-store-client: baseUrl ${notBase}, but got a string`)
      },
    )

    test('other problems of the call are named too', async () => {
      const { error } = await add(added(), { baseUrl: '/v1' }, { timeout: 0 })
      expect(error).toMatchObject({ issues: [{ path: ['options', 'timeout'] }, issue] })
    })
  })

  // https://github.com/jsdom/whatwg-url/issues/55
  test.each(['about:blank', '/app/'])(
    'an absolute one is accepted where the page of a test has the address %j',
    async href => {
      vi.stubGlobal('location', { href })
      expect(await urlOf('https://plants.test/v1')).toBe(`https://plants.test/v1${path}`)
    },
  )
})
