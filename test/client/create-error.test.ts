// The messages of errors, word for word.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { errorWith, revokedProxy, thrownValues } from './hostile-values.ts'
import { added, clientOf, monstera, passive, refused, url } from './stub-fetch.ts'

const start = `POST ${url} `
const inner = new Error('the cause')
const circle = new Error('round and round')
circle.cause = circle
const nested = (depth: number): Error =>
  depth === 0 ? inner : new Error(`depth ${depth}`, { cause: nested(depth - 1) })
const several = (count: number) =>
  Object.assign(new Error('outer'), {
    errors: Array.from(Array(count), () => new Error('one of many')),
  })
const without = 'an unknown error'

/** What can be thrown, and the words for it. */
const thrownWords: [string, thrown: unknown, words: string][] = [
  ['an error', inner, 'the cause'],
  ['an error with a cause', new Error('outer', { cause: inner }), 'the cause'],
  [
    'an error of OpenSSL, which ends with a line break',
    new Error('bad record mac\n'),
    'bad record mac',
  ],
  ['a chain of 100 exceptions', nested(99), 'the cause'],
  ['a chain of 101 exceptions', nested(100), 'depth 100'],
  ['an error that is its own cause', circle, 'round and round'],
  ['a cause that is a string', new Error('outer', { cause: 'why' }), 'why'],
  ['a cause that is null', new Error('outer', { cause: null }), 'outer'],
  ['several errors', new AggregateError([inner, circle], 'both'), 'the cause'],
  ['99 errors', several(99), 'one of many'],
  ['100 errors', several(100), 'outer'],
  ['no errors, and a cause', Object.assign(new AggregateError([]), { cause: inner }), 'the cause'],
  ['no errors', new AggregateError([], 'none of them'), 'none of them'],
  ['an object with a message', { message: 'no error' }, 'no error'],
  ['an object whose message is a number', { message: 7 }, '7'],
  ['an object without a message', { reason: 'no' }, without],
  ['an error without a message', new Error(''), without],
  ['a string', 'in words', 'in words'],
  ['a number', 42, '42'],
  ['a symbol', Symbol('sign'), 'Symbol(sign)'],
  ['an error whose cause cannot be read', errorWith('cause'), 'seen'],
  ['an error whose message cannot be read', errorWith('message'), without],
  ['a value that cannot be read at all', revokedProxy(), without],
]

/** The client makes an Error if fetch rejects with a falsy value. */
const falsyWords: [string, thrown: unknown, words: string, ofFetch: string][] = [
  ['an empty string', '', `: ${without}`, 'the string ""'],
  ['zero', 0, ': 0', 'the number 0'],
  ['null', null, `: ${without}`, 'null'],
  ['undefined', undefined, '', 'undefined'],
]

const failing = (thrown: unknown) => {
  const fails = () => Promise.reject(thrown)
  return {
    provider: clientOf(added(), { accessToken: fails }).client,
    fetch: clientOf(added(), { fetch: fails }).client,
    middleware: clientOf(added(), { middleware: [{ onRequest: fails }] }).client,
  }
}

describe('The innermost exception gives the words', () => {
  test.each(thrownWords)('%s', async (_name, thrown, words) => {
    const { provider, fetch, middleware } = failing(thrown)
    const messageOf = async (client: typeof fetch) =>
      (await client.addPlant(monstera)).error?.message
    expect(await messageOf(provider)).toBe(`${start}has no access token: ${words}`)
    expect(await messageOf(fetch)).toBe(`${start}got no response: ${words}`)
    expect(await messageOf(middleware)).toBe(`${start}failed in middleware: ${words}`)
  })

  test.each(falsyWords)('%s', async (_name, thrown, words, ofFetch) => {
    const { provider, fetch, middleware } = failing(thrown)
    const messageOf = async (client: typeof fetch) =>
      (await client.addPlant(monstera)).error?.message
    expect(await messageOf(provider)).toBe(`${start}has no access token${words}`)
    expect(await messageOf(fetch)).toBe(`${start}got no response: fetch rejected with ${ofFetch}`)
    expect(await messageOf(middleware)).toBe(`${start}failed in middleware${words}`)
  })

  test('of a plant that throws, too', async () => {
    const plant = {
      id: 1,
      get name(): string {
        throw inner
      },
    }
    const { error } = await clientOf(added()).client.addPlant(plant)
    if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
    expect(error.message).toBe(
      `${start}was not sent: the plant cannot be written as JSON: the cause`,
    )
    expect(error.issues).toEqual([{ path: [], message: 'cannot be written as JSON' }])
    expect(error.cause).toBe(inner)
  })
})

/** The places where anything can be thrown, and what the call comes to. */
const places: [
  name: string,
  kind: string,
  mayHaveBeenAdded: boolean,
  add: (fails: () => never) => ReturnType<ReturnType<typeof clientOf>['client']['addPlant']>,
][] = [
  [
    'a fetch rejects',
    'network',
    true,
    fails => clientOf(added(), { fetch: async () => fails() }).client.addPlant(monstera),
  ],
  [
    'a fetch throws, with middleware',
    'network',
    true,
    fails => clientOf(added(), { fetch: fails, middleware: [passive] }).client.addPlant(monstera),
  ],
  [
    'a body breaks',
    'network',
    true,
    fails =>
      clientOf(() => new Response(new ReadableStream({ pull: fails }))).client.addPlant(monstera),
  ],
  [
    'a provider throws',
    'access-token',
    false,
    fails => clientOf(added(), { accessToken: fails }).client.addPlant(monstera),
  ],
  ...(['onRequest', 'onResponse', 'onError'] as const).map((hook): (typeof places)[number] => [
    `${hook} throws`,
    'middleware',
    true,
    fails => {
      const answer = hook === 'onError' ? new Error('reset') : added()
      return clientOf(answer, { middleware: [{ [hook]: fails } as never] }).client.addPlant(
        monstera,
      )
    },
  ]),
  [
    'a plant throws',
    'invalid-request',
    false,
    fails => {
      const plant = Object.defineProperty({ ...monstera }, 'tag', { get: fails, enumerable: true })
      return clientOf(added()).client.addPlant(plant as never)
    },
  ],
]

describe.each(places)('Where %s', (_place, kind, mayHaveBeenAdded, add) => {
  test.each(thrownValues)('%s, the call resolves with a readable error', async (_name, make) => {
    const thrown = make()
    const { error } = await add(() => {
      throw thrown
    })
    if (!error) throw new Error('The call succeeded')
    expect(error).toMatchObject({ kind, mayHaveBeenAdded })
    // What fetch or a body throws is copied. Anything else is the application's own.
    const isCopied = kind === 'network' && error.cause !== undefined
    if (isCopied)
      expect([error.cause instanceof Error, error.cause === thrown]).toEqual([true, false])
    else if (thrown !== undefined) expect(Object.is(error.cause, thrown)).toBe(true)
    expect(error.message.startsWith(start)).toBe(true)
    expect(error.message.length).toBeGreaterThan(start.length)
    expect(error.message).not.toMatch(/\[object Object\]|: $/)
    if (mayHaveBeenAdded) expect(error.message).not.toContain('was not sent')
    expect(String(error)).toBe(`PlantStoreError: ${error.message}`)
    expect(structuredClone(error.toJSON())).toEqual(error.toJSON()) // without the cause
  })
})

describe('Nothing was sent', () => {
  const message = async (plant: unknown, options?: unknown) => {
    const { error } = await clientOf(added()).client.addPlant(plant as never, options as never)
    return error?.message
  }

  test('every problem of the plant and of the options is named', async () => {
    expect(await message({ tag: 7 }, { timeout: 0, signal: {} })).toBe(
      `${start}was not sent: timeout must be a positive number of milliseconds, but got the number 0; ` +
        'signal must be an AbortSignal, but got an object; ' +
        'name is required; id is required; tag must be a string, but got the number 7',
    )
  })

  test('a provider that gives no token', async () => {
    const { client } = clientOf(added(), { accessToken: () => 'two words' })
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toBe(
      `${start}has no access token: the provider must return a bearer token of visible ASCII, ` +
        'without spaces or "Bearer " in front, but got a string with " "',
    )
  })
})

test('an abort gives its reason', async () => {
  const whenAborted = async (signal: AbortSignal) =>
    (await clientOf(added()).client.addPlant(monstera, { signal })).error?.message
  expect(await whenAborted(AbortSignal.abort(inner))).toBe(`${start}was aborted: the cause`)
  expect(await whenAborted(AbortSignal.abort())).toMatch(/^POST \S+ was aborted: \S/)
})

test('every error has the same name, and a cause only if there is one', async () => {
  const { error } = await clientOf(refused(400)).client.addPlant(monstera)
  expect(error).toBeInstanceOf(Error)
  expect(error?.name).toBe('PlantStoreError')
  expect(String(error)).toBe(`PlantStoreError: ${start}returned 400: No.`)
  expect(inspect(error)).toMatch(/^PlantStoreError: POST https:/)
  expect(error).not.toHaveProperty('cause')
})

describe('The message says how often it was tried', () => {
  const busy = (message: string) =>
    Response.json({ error: 1, message }, { status: 503, headers: { 'retry-after': '0' } })
  const messageOf = async (...given: Parameters<typeof clientOf>) =>
    (await clientOf(...given).client.addPlant(monstera)).error?.message

  test('after several attempts', async () => {
    expect(await messageOf(busy('busy'))).toBe(`${start}returned 503: busy (3 attempts)`)
  })

  test('with the attempt after a 401', async () => {
    const accessToken = () => 'stale'
    expect(await messageOf(refused(401), { accessToken })).toBe(
      `${start}returned 401: No. (2 attempts)`,
    )
  })

  test('not after one attempt, nor without any', async () => {
    expect(await messageOf(refused(400))).toBe(`${start}returned 400: No.`)
    const accessToken = () => Promise.reject(inner)
    expect(await messageOf(added(), { accessToken })).toBe(`${start}has no access token: the cause`)
  })
})

describe('A message can be printed as it is', () => {
  const hostile =
    'red: \u001b[31m, link: \u001b]8;;http://evil.test\u0007, line:\r\nERROR: all is lost\u2028\u009b2J'
  const written =
    'red: %1B[31m, link: %1B]8;;http://evil.test%07, line:%0D%0AERROR: all is lost%E2%80%A8%C2%9B2J'

  test('what a service sends controls no terminal and begins no line of a log', async () => {
    const refusal = Response.json({ error: 1, message: hostile }, { status: 400 })
    const { error } = await clientOf(refusal).client.addPlant(monstera)
    expect(error?.message).toBe(`POST ${url} returned 400: ${written}`)
    expect(error).toMatchObject({ kind: 'api', body: { message: hostile } })
  })

  test('nor does what a page or an exception says', async () => {
    const page = await clientOf(new Response(hostile, { status: 502 })).client.addPlant(monstera)
    expect(page.error?.message).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(page.error).toMatchObject({ kind: 'unexpected-response', body: hostile })
    const thrown = new Error(hostile)
    const { error } = await clientOf(thrown).client.addPlant(monstera)
    expect(error?.message).toBe(`POST ${url} got no response: ${written}`)
    expect(error?.cause).toMatchObject({ message: hostile })
  })

  test('other letters are left as they are', async () => {
    const message = 'Plante déjà là: 🌱 “Fern”, عشب'
    const refusal = Response.json({ error: 1, message }, { status: 400 })
    const { error } = await clientOf(refusal).client.addPlant(monstera)
    expect(error?.message).toBe(`POST ${url} returned 400: ${message}`)
  })
})
