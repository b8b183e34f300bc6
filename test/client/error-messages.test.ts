// What an error says went wrong, word for word.
import { describe, expect, test } from 'vitest'
import { errorWith, revokedProxy } from './promise/hostile-values.ts'
import { added, baseUrl, clientOf, monstera, refused } from './stub-fetch.ts'

const start = `POST ${baseUrl}/plants `
const inner = new Error('the cause')
const circle = new Error('round and round')
circle.cause = circle
const nested = (depth: number): Error =>
  depth === 0 ? inner : new Error(`depth ${depth}`, { cause: nested(depth - 1) })
const without = 'an unknown error'

const thrownWords: [string, unknown, words: string][] = [
  ['an error', inner, 'the cause'],
  ['an error with a cause', new Error('outer', { cause: inner }), 'the cause'],
  ['an error with a cause that has one', nested(5), 'the cause'],
  ['an error that is its own cause', circle, 'round and round'],
  ['a cause that is a string', new Error('outer', { cause: 'why' }), 'why'],
  ['a cause that is null', new Error('outer', { cause: null }), 'outer'],
  ['several errors', new AggregateError([inner, circle], 'both'), 'the cause'],
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
  ['what cannot be read at all', revokedProxy(), without],
]

const falsyWords: typeof thrownWords = [
  ['an empty string', '', `: ${without}`],
  ['zero', 0, ': 0'],
  ['null', null, `: ${without}`],
  ['undefined', undefined, ''],
]

describe('What was thrown is in the words of the innermost exception', () => {
  test.each(thrownWords)('by a provider: %s', async (_name, thrown, words) => {
    const { client } = clientOf(added(), { accessToken: () => Promise.reject(thrown) })
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toBe(`${start}has no access token: ${words}`)
  })

  test.each(thrownWords)('by fetch: %s', async (_name, thrown, words) => {
    const { client } = clientOf(added(), { fetch: () => Promise.reject(thrown) })
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toBe(`${start}fetch gave no complete response: ${words}`)
  })

  test.each(thrownWords)('by a middleware: %s', async (_name, thrown, words) => {
    const { client } = clientOf(added(), {
      middleware: [{ onRequest: () => Promise.reject(thrown) }],
    })
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toBe(`${start}failed in middleware: ${words}`)
  })

  test.each(falsyWords)(
    'by a provider, by fetch or by a middleware: %s',
    async (_name, thrown, words) => {
      const rejects = () => Promise.reject(thrown)
      const provider = clientOf(added(), { accessToken: rejects }).client
      expect((await provider.addPlant(monstera)).error?.message).toBe(
        `${start}has no access token${words}`,
      )
      const fetching = clientOf(added(), { fetch: rejects }).client
      expect((await fetching.addPlant(monstera)).error?.message).toBe(
        `${start}fetch gave no complete response${words}`,
      )
      const middleware = clientOf(added(), { middleware: [{ onRequest: rejects }] }).client
      expect((await middleware.addPlant(monstera)).error?.message).toBe(
        `${start}failed in middleware${words}`,
      )
    },
  )

  test('by a plant', async () => {
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

describe('Nothing was sent', () => {
  const message = async (plant: unknown, options?: unknown) => {
    const { error } = await clientOf(added()).client.addPlant(plant as never, options as never)
    return error?.message
  }

  test('every problem of the plant and of the options is named', async () => {
    expect(await message({ tag: 7 }, { timeout: 0, signal: {} })).toBe(
      `${start}was not sent: timeout must be a positive number of milliseconds, ` +
        'signal must be an AbortSignal, ' +
        'name is required, id is required, tag must be a string',
    )
  })

  test('a plant that cannot be read, beside a wrong option', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(await message(proxy, { timeout: 0 })).toMatch(
      /timeout must be .*, the plant cannot be written as JSON: /,
    )
  })

  test('what is no plant', async () => {
    for (const plant of [null, undefined, 'Monstera', 7, true, [], Object.assign([], monstera)])
      expect(await message(plant)).toBe(`${start}was not sent: the plant must be an object`)
  })

  test('options that are no object, or cannot be read', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const options of [proxy, null, 7, 'timeout', true])
      expect(await message(monstera, options)).toBe(
        `${start}was not sent: options must be an object`,
      )
  })

  test('what is no token', async () => {
    const { client } = clientOf(added(), { accessToken: () => 'two words' })
    expect((await client.addPlant(monstera)).error?.message).toMatch(
      /^POST \S+ has no access token: the provider .* no bearer token$/,
    )
  })
})

test('an abort, and its reason', async () => {
  const whenAborted = async (signal: AbortSignal) =>
    (await clientOf(added()).client.addPlant(monstera, { signal })).error?.message
  expect(await whenAborted(AbortSignal.abort(inner))).toBe(`${start}was aborted: the cause`)
  expect(await whenAborted(AbortSignal.abort())).toMatch(/^POST \S+ was aborted: \S/)
})

test('the name of every error is the same, and one without a cause has none', async () => {
  const { error } = await clientOf(refused(400)).client.addPlant(monstera)
  expect(String(error)).toBe(`PlantStoreError: ${start}returned 400: No.`)
  expect(error).not.toHaveProperty('cause')
})

describe('What fetch gives in place of a response', () => {
  test.each([
    [undefined, 'a value of type undefined'],
    [null, 'null'],
    ['text', 'a value of type string'],
    [{}, 'a value of type object'],
    [7, 'a value of type number'],
  ])('%j', async (value, words) => {
    const { client } = clientOf(() => value as never)
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toContain(
      `${start}fetch gave no complete response: it returned ${words}; it must return `,
    )
  })

  test('one whose status cannot be read', async () => {
    const response = {
      text: async () => '',
      get status(): number {
        throw new Error('no')
      },
    }
    const { error } = await clientOf(() => response as never).client.addPlant(monstera)
    expect(error?.message).toContain(' it returned a value of type object; it must return ')
  })

  test('one that was read before', async () => {
    const read = added()
    await read.text()
    const { error } = await clientOf(() => read).client.addPlant(monstera)
    expect(error?.message).toMatch(/ fetch gave no complete response: .* already read/)
  })

  test('a body that a middleware has read', async () => {
    const onResponse = async ({ response }: { response: Response }) => void (await response.text())
    const { client } = clientOf(added(), { middleware: [{ onResponse }] })
    expect((await client.addPlant(monstera)).error?.message).toMatch(
      /^POST \S+ failed in middleware: the body was already read: .*clone/,
    )
  })
})
