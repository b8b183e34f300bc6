// One sign-in for all calls that wait for it. test/random/trials tries it at random.
import { createTokenProvider } from 'plant-store-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hangs, later, turns } from './later.ts'
import { add, added, clientOf, monstera, refused } from './stub-fetch.ts'

afterEach(() => void vi.useRealTimers())

/** A `signIn` that the test resolves, and what it was called with. */
function signingIn() {
  const signIns: ReturnType<typeof later<string>>[] = []
  const contexts: { rejected?: string }[] = []
  const signIn = (context: { rejected?: string }) => {
    contexts.push(context)
    const one = later<string>()
    signIns.push(one)
    return one.promise
  }
  return { signIn, signIns, contexts }
}

/** A service that rejects the tokens that were taken from this set. */
const accepting =
  (good: Set<string>) =>
  ({ token }: { token: string | undefined }) =>
    good.has(token ?? '') ? added() : refused(401)

describe('createTokenProvider(signIn)', () => {
  test('signs in once for a hundred calls that wait, and keeps the token', async () => {
    const { signIn, signIns, contexts } = signingIn()
    const { client, sent } = clientOf(added(), { accessToken: createTokenProvider(signIn) })
    const results = Array.from({ length: 100 }, () => client.addPlant(monstera))
    await turns()
    signIns[0]?.resolve('token-1')
    expect((await Promise.all(results)).every(({ ok }) => ok)).toBe(true)
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(contexts).toStrictEqual([{}])
    expect(new Set(sent.map(({ token }) => token))).toEqual(new Set(['token-1']))
  })

  test('signs in once for a hundred calls that are rejected together, with the rejected token', async () => {
    const { signIn, signIns, contexts } = signingIn()
    const good = new Set<string>()
    const { client } = clientOf(accepting(good), { accessToken: createTokenProvider(signIn) })
    const results = Array.from({ length: 100 }, () => client.addPlant(monstera))
    signIns[0]?.resolve('token-1')
    await turns()
    good.add('token-2')
    signIns[1]?.resolve('token-2')
    expect((await Promise.all(results)).every(({ ok }) => ok)).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }])
  })

  test('two clients share it', async () => {
    const signIn = vi.fn().mockResolvedValue('token')
    const accessToken = createTokenProvider(signIn)
    await Promise.all([add(added(), { accessToken }), add(added(), { accessToken })])
    expect(signIn).toHaveBeenCalledTimes(1)
  })

  test('a late 401 for an older token signs in no second time', async () => {
    const late = later<Response>()
    const tokens = ['token-1', 'token-2', 'token-3']
    const signIn = vi.fn(() => tokens.shift() ?? '')
    const { client, sent } = clientOf([() => late.promise, refused(401), added()], {
      accessToken: createTokenProvider(signIn),
    })
    const slow = client.addPlant(monstera)
    await turns()
    expect((await client.addPlant(monstera)).ok).toBe(true)
    late.resolve(refused(401))
    expect((await slow).ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-2', 'token-2'])
    expect(signIn).toHaveBeenCalledTimes(2)
  })

  test('an aborted call does not end the sign-in that others wait for, and its token is used', async () => {
    const { signIn, signIns, contexts } = signingIn()
    const { client } = clientOf(added(), { accessToken: createTokenProvider(signIn) })
    const controller = new AbortController()
    const aborted = client.addPlant(monstera, { signal: controller.signal })
    const waiting = client.addPlant(monstera)
    await turns()
    controller.abort()
    expect((await aborted).error?.kind).toBe('aborted')
    const next = client.addPlant(monstera)
    await turns()
    signIns[0]?.resolve('token')
    expect([(await waiting).ok, (await next).ok]).toEqual([true, true])
    expect(contexts).toHaveLength(1)
  })

  test('one that fails fails the calls that wait for it, with its error as the cause, and the next call tries again', async () => {
    const { signIn, signIns, contexts } = signingIn()
    const { client } = clientOf(added(), { accessToken: createTokenProvider(signIn) })
    const results = [client.addPlant(monstera), client.addPlant(monstera)]
    await turns()
    const offline = new Error('offline')
    signIns[0]?.reject(offline)
    for (const { error } of await Promise.all(results))
      expect(error).toMatchObject({ kind: 'access-token', cause: offline })
    const next = client.addPlant(monstera)
    await turns()
    signIns[1]?.resolve('token')
    expect((await next).ok).toBe(true)
    expect(contexts).toStrictEqual([{}, {}])
  })

  test('one that throws at once has failed too', async () => {
    const signIn = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new Error('signed out')
      })
      .mockReturnValue('token')
    const accessToken = createTokenProvider(signIn)
    expect((await add(added(), { accessToken })).error?.kind).toBe('access-token')
    expect((await add(added(), { accessToken })).ok).toBe(true)
  })

  test('after a failed sign-in, the next one is told of the rejected token again', async () => {
    const { signIn, signIns, contexts } = signingIn()
    const good = new Set<string>()
    const { client } = clientOf(accepting(good), { accessToken: createTokenProvider(signIn) })
    const first = client.addPlant(monstera)
    signIns[0]?.resolve('token-1')
    await turns()
    signIns[1]?.reject(new Error('offline'))
    await first
    const second = client.addPlant(monstera)
    await turns()
    good.add('token-3')
    signIns[2]?.resolve('token-3')
    expect((await second).ok).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }, { rejected: 'token-1' }])
  })

  test.each<[string, failed: boolean]>([
    ['the first sign-in', false],
    ['a sign-in after one that failed', true],
  ])('%s is told of the rejected token of who asks', async (_which, failed) => {
    const { signIn, signIns, contexts } = signingIn()
    const provider = createTokenProvider(signIn)
    if (failed) {
      const first = provider()
      signIns[0]?.reject(new Error('offline'))
      await expect(first).rejects.toThrow('offline')
    }
    void provider({ rejected: 'of-a-cookie' })
    expect(contexts.at(-1)).toStrictEqual({ rejected: 'of-a-cookie' })
  })

  test.each([undefined, '', 'a b'])('what is not a token, such as %j, is not kept', async wrong => {
    const signIn = vi.fn().mockResolvedValueOnce(wrong).mockResolvedValue('token')
    const accessToken = createTokenProvider(signIn)
    const { error } = await add(added(), { accessToken })
    expect(error?.kind).toBe('access-token')
    expect(error?.message).toContain('the provider must return a bearer token')
    expect((await add(added(), { accessToken })).ok).toBe(true)
  })

  test('a provider of one’s own can be wrapped as it is', async () => {
    let token = 'expired'
    const signIn = async ({ rejected }: { rejected?: string }) => {
      if (rejected === token) token = 'token'
      return token
    }
    const accessToken = createTokenProvider(signIn)
    const { ok, sent } = await add(accepting(new Set(['token'])), { accessToken })
    expect(ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual(['expired', 'token'])
  })

  test('can be asked without a context, for requests of one’s own', async () => {
    expect(await createTokenProvider(() => 'token')()).toBe('token')
  })
})

describe('A sign-in that has not settled after timeout', () => {
  test('holds up no later call: the next one signs in, and waits no longer', async () => {
    vi.useFakeTimers()
    const { signIn, signIns, contexts } = signingIn()
    const accessToken = createTokenProvider(signIn, { timeout: 1_000 })
    const { client } = clientOf(added(), { accessToken, timeout: 2_000 })
    const first = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(999)
    const second = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(0)
    expect(contexts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    const third = client.addPlant(monstera)
    await vi.advanceTimersByTimeAsync(0)
    expect(contexts).toHaveLength(2)
    signIns[1]?.resolve('token')
    expect((await third).ok).toBe(true)
    expect((await client.addPlant(monstera)).ok).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([(await first).error?.kind, (await second).error?.kind]).toEqual(['timeout', 'timeout'])
    expect(contexts).toHaveLength(2)
  })

  test('30 seconds by default; a token that is there does not age', async () => {
    vi.useFakeTimers()
    const { signIn, signIns, contexts } = signingIn()
    const provider = createTokenProvider(signIn)
    const first = provider()
    await vi.advanceTimersByTimeAsync(29_999)
    void provider()
    expect(contexts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    const second = provider()
    expect(contexts).toHaveLength(2)
    signIns[1]?.resolve('new')
    expect(await second).toBe('new')
    signIns[0]?.resolve('old')
    expect(await first).toBe('old')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await provider()).toBe('new') // the newest wins
    expect(await provider({ rejected: 'old' })).toBe('new')
    expect(contexts).toHaveLength(2)
  })

  test('the next one is told of the rejected token too', async () => {
    vi.useFakeTimers()
    const { signIn, signIns, contexts } = signingIn()
    const provider = createTokenProvider(signIn)
    const first = provider()
    signIns[0]?.resolve('token-1')
    await first
    void provider({ rejected: 'token-1' })
    await vi.advanceTimersByTimeAsync(30_000)
    void provider()
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }, { rejected: 'token-1' }])
  })

  test('Infinity: it is waited for as long as it takes', async () => {
    vi.useFakeTimers()
    const signIn = vi.fn(() => hangs())
    const provider = createTokenProvider(signIn, { timeout: Number.POSITIVE_INFINITY })
    void provider()
    await vi.advanceTimersByTimeAsync(3_600_000)
    void provider()
    expect(signIn).toHaveBeenCalledTimes(1)
  })
})

test.each<[unknown[], string]>([
  [[], 'signIn must be a function, but got undefined'],
  [['token'], 'signIn must be a function, but got a string'],
  [[{ signIn() {} }], 'signIn must be a function, but got an object'],
  [
    [() => '', { timeout: 0 }],
    'timeout must be a positive number of milliseconds, but got the number 0',
  ],
  [
    [() => '', { timeout: '30' }],
    'timeout must be a positive number of milliseconds, but got the string "30"',
  ],
  [[() => '', { timeOut: 1 }], 'timeOut is not an option'],
  [[() => '', { signIn: () => '' }], 'signIn is not an option'],
  [[() => '', 30_000], 'options must be an object of options, but got a number'],
  [
    [null, { timeout: Number.NaN }],
    'signIn must be a function, but got null; timeout must be a positive number of milliseconds, but got the number NaN',
  ],
])('createTokenProvider(...%j) throws a TypeError that names what is wrong', (given, message) => {
  const make = () => Reflect.apply(createTokenProvider, undefined, given)
  expect(make).toThrow(new TypeError(`plant-store-client: ${message}`))
})

test('timeout: undefined is the default', () => {
  expect(createTokenProvider(() => 'token', { timeout: undefined })).toBeTypeOf('function')
})
