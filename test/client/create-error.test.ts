// The messages of errors, word for word.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { errorBody } from '../../generated/contract.ts'
import { inner, thrownValues } from './hostile-values.ts'
import { add, added, busy, clientOf, monstera, refused, url } from './stub-fetch.ts'

const start = `POST ${url} `

/** The places where anything can be thrown, what the call comes to, and how its message begins. */
const places: [
  place: string,
  kind: string,
  mayHaveBeenAdded: boolean,
  words: string,
  add: (fails: () => never) => ReturnType<typeof add>,
][] = [
  ['a fetch rejects', 'network', true, 'got no response', fails => add(fails)],
  [
    'a body breaks',
    'network',
    true,
    'got a response that could not be read',
    fails => add(() => new Response(new ReadableStream({ pull: fails }))),
  ],
  [
    'the token provider failed',
    'access-token',
    false,
    'has no access token',
    fails => add(added(), { accessToken: fails }),
  ],
  ...(['onRequest', 'onResponse', 'onError'] as const).map((hook): (typeof places)[number] => [
    `a middleware failed in ${hook}`,
    'middleware',
    true,
    'failed in middleware',
    fails =>
      add(hook === 'onError' ? new Error('reset') : added(), {
        middleware: [{ [hook]: fails } as never],
      }),
  ]),
  [
    'a plant throws',
    'invalid-request',
    false,
    'was not sent: the plant cannot be written as JSON',
    async get => {
      const { client, sent } = clientOf(added())
      const plant = Object.defineProperty({ ...monstera }, 'tag', { get, enumerable: true })
      return { ...(await client.addPlant(plant)), sent }
    },
  ],
]

describe.each(places)('Where %s', (_place, kind, mayHaveBeenAdded, words, add) => {
  test.each(thrownValues)(
    'addPlant never throws and never rejects; each error says what went wrong and whether the plant may have been added; error.cause is what was thrown itself, or a copy: %s',
    async (_name, make, why, ofFetch = why) => {
      const thrown = make()
      const { error } = await add(() => {
        throw thrown
      })
      if (!error) throw new Error('The call succeeded')
      expect(error).toMatchObject({ kind, mayHaveBeenAdded })
      const reason = words === 'got no response' ? ofFetch : why
      expect(error.message).toBe(`${start}${words}${reason && `: ${reason}`}`)
      expect(String(error)).toBe(`PlantStoreError: ${error.message}`)
      // What fetch or a body throws is copied. Anything else is the application's own.
      const isCopied = kind === 'network' && error.cause !== undefined
      expect(Object.is(error.cause, thrown)).toBe(!isCopied)
      if (isCopied) expect(error.cause).toBeInstanceOf(Error)
      expect(structuredClone(error.toJSON())).toEqual(error.toJSON()) // without the cause
    },
  )
})

describe('never handed to fetch: nothing was sent', () => {
  test('invalid-request: the plant or an option was wrong, and every problem is named', async () => {
    const { client, sent } = clientOf(added())
    const options = { timeout: 0, signal: {} as never }
    const { error } = await client.addPlant({ tag: 7 } as never, options)
    expect(error?.message).toBe(
      `${start}was not sent: timeout must be a positive number of milliseconds, but got the number 0; ` +
        'signal must be an AbortSignal, but got an object; ' +
        'name is required; id is required; tag must be a string, but got the number 7',
    )
    expect(sent).toHaveLength(0)
  })

  test('access-token: there was no token to send, as the provider returned no bearer token', async () => {
    const { error, sent } = await add(added(), { accessToken: () => 'two words' })
    expect(sent).toHaveLength(0)
    expect(error?.message).toBe(
      `${start}has no access token: the provider must return a bearer token of visible ASCII, ` +
        'without spaces or "Bearer " in front, but got a string with " "',
    )
  })
})

test('aborted: the message gives the reason of the signal', async () => {
  const whenAborted = async (signal: AbortSignal) => (await add(added(), {}, { signal })).error
  expect((await whenAborted(AbortSignal.abort(inner)))?.message).toBe(
    `${start}was aborted: the cause`,
  )
  expect((await whenAborted(AbortSignal.abort()))?.message).toMatch(/^POST \S+ was aborted: \S/)
})

test('result.error is an Error: every one has the same name, and a cause only if there is one', async () => {
  const { error } = await add(refused(400))
  expect(error).toBeInstanceOf(Error)
  expect(error?.name).toBe('PlantStoreError')
  expect(inspect(error)).toMatch(/^PlantStoreError: POST https:/)
  expect(error).not.toHaveProperty('cause')
  // Frameworks and loggers may rename an error, and must not fail at it.
  expect(Object.assign(error ?? {}, { name: 'AddPlantError' }).name).toBe('AddPlantError')
})

test('after several attempts, the message says how many', async () => {
  const messageOf = async (...given: Parameters<typeof add>) => (await add(...given)).error?.message
  expect(await messageOf(busy())).toBe(`${start}returned 503: No. (3 attempts)`)
  const after401 = await messageOf(refused(401), { accessToken: () => 'stale' })
  expect(after401).toBe(`${start}returned 401: No. (2 attempts)`)
  expect(await messageOf(refused(400))).toBe(`${start}returned 400: No.`)
})

describe('A message has control characters and line breaks percent-encoded', () => {
  const hostile =
    'red: \u001b[31m, link: \u001b]8;;http://evil.test\u0007, line:\r\nERROR: all is lost\u2028\u009b2J'
  const written =
    'red: %1B[31m, link: %1B]8;;http://evil.test%07, line:%0D%0AERROR: all is lost%E2%80%A8%C2%9B2J'
  const saying = (message: string) => Response.json(errorBody(1, message), { status: 400 })

  test('so that no service, page or exception controls a terminal or begins a line in a log; error.body is as it was sent', async () => {
    const refusal = await add(saying(hostile))
    expect(refusal.error?.message).toBe(`${start}returned 400: ${written}`)
    expect(refusal.error).toMatchObject({ kind: 'api', body: { message: hostile } })
    const page = await add(new Response(hostile, { status: 502 }))
    expect(page.error?.message).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(page.error).toMatchObject({ kind: 'unexpected-response', body: hostile })
    const { error } = await add(new Error(hostile))
    expect(error?.message).toBe(`${start}got no response: ${written}`)
    expect(error?.cause).toMatchObject({ message: hostile })
  })

  test.each([
    ...[...'\u202a\u202b\u202c\u202d\u202e'],
    ...[...'\u2066\u2067\u2068\u2069\u200e\u200f\u061c'],
  ])('and so are controls of the direction of text: %j', async control => {
    const { error } = await add(saying(`Deleted ${control}txt.exe`))
    const words = `${start}returned 400: Deleted ${encodeURIComponent(control)}txt.exe`
    expect(error?.message).toBe(words)
    expect(error).toMatchObject({ body: { message: `Deleted ${control}txt.exe` } })
  })

  test('other letters are left as they are', async () => {
    const message = 'Plante déjà là: 🌱 “Fern”, عشب'
    expect((await add(saying(message))).error?.message).toBe(`${start}returned 400: ${message}`)
  })
})
