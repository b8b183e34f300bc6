// When a provider is asked for a token, and what it may give.
import { describe, expect, test, vi } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { later, turns } from './later.ts'
import { added, clientOf, monstera, refused } from './stub-fetch.ts'

/** Accepts one token only. */
const only =
  (good: string) =>
  ({ token }: { token: string | undefined }) =>
    token === good ? added() : refused(401)

describe('A provider', () => {
  test('is called for every attempt', async () => {
    let asked = 0
    const past = { 'retry-after': '0' }
    const { client, sent } = clientOf([refused(503, past), refused(429, past), added()], {
      accessToken: () => `token-${++asked}`,
    })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual(['token-1', 'token-2', 'token-3'])
  })

  test('is told the token that was rejected, and one more attempt is made', async () => {
    const contexts: { rejected?: string }[] = []
    const { client, sent } = clientOf(only('new'), {
      accessToken: context => {
        contexts.push(context)
        return context.rejected ? 'new' : 'old'
      },
      maxRetries: 0,
    })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'old' }])
    expect(sent.map(({ token }) => token)).toEqual(['old', 'new'])
  })

  test('is asked only once more: a second 401 stands', async () => {
    const { client, sent } = clientOf(refused(401), { accessToken: () => 'stale' })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'api', response: { status: 401 }, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(2)
  })

  test.each([400, 403, 500])('is not asked again after a %s', async status => {
    let asked = 0
    const { client } = clientOf(refused(status), { accessToken: () => `token-${++asked}` })
    await client.addPlant(monstera)
    expect(asked).toBe(1)
  })

  test('is not told about a rejected token again on a retry', async () => {
    const contexts: object[] = []
    const busy = refused(503, { 'retry-after': '0' })
    const { client } = clientOf([refused(401), busy, added()], {
      accessToken: context => {
        contexts.push(context)
        return `token-${contexts.length}`
      },
    })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }, {}])
  })

  test('refreshes once for a hundred calls that are refused together', async () => {
    const rejected: unknown[] = []
    const { client, sent } = clientOf(only('new'), {
      accessToken: async context => {
        if (context.rejected === undefined) return 'old'
        rejected.push(context.rejected)
        await new Promise(resolve => setTimeout(resolve, 20))
        return 'new'
      },
    })
    const results = await Promise.all(Array.from({ length: 100 }, () => client.addPlant(monstera)))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(rejected).toEqual(['old'])
    expect(sent).toHaveLength(200)
  })

  const thrown = new Error('vault is sealed')
  test.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw thrown
      },
    ],
    ['rejects', () => Promise.reject(thrown)],
  ])('that %s: nothing is sent, and the error is the cause', async (_case, accessToken) => {
    const { client, sent } = clientOf(added(), { accessToken })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false, cause: thrown })
    expect(sent).toHaveLength(0)
  })

  test.each<[string, unknown]>([
    ...['', ' ', 'a b', 'token\n', 'a\r\nX: 1', 'tökén', '\u007f'].map(
      (text): [string, unknown] => [JSON.stringify(text), text],
    ),
    ...thrownValues.map(([name, make]): [string, unknown] => [name, make()]),
  ])('that returns %s: nothing is sent', async (_name, token) => {
    const { client, sent } = clientOf(added(), { accessToken: () => token as string })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(0)
  })

  test.each(['!', '~', 'a.b-c_d~e+f/g=='])('may return %s', async token => {
    const { client, sent } = clientOf(added(), { accessToken: () => token })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent[0]?.token).toBe(token)
  })

  test('that failed is called again by the next call', async () => {
    let asked = 0
    const { client } = clientOf(added(), {
      accessToken: () => {
        if (asked++ === 0) throw thrown
        return 'token'
      },
    })
    expect((await client.addPlant(monstera)).ok).toBe(false)
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })

  test('that fails on the refresh: the plant was refused, so it was not added', async () => {
    const { client, sent } = clientOf(refused(401), {
      accessToken: ({ rejected }) => {
        if (rejected) throw thrown
        return 'old'
      },
    })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false, cause: thrown })
    expect(sent).toHaveLength(1)
  })
})

test('with a plain string as the token, a 401 stands', async () => {
  const { client, sent } = clientOf(refused(401))
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'api',
    response: { status: 401 },
  })
  expect(sent).toHaveLength(1)
})

test('a token that arrives after its call has ended is not sent', async () => {
  const token = later<string>()
  const { client, sent } = clientOf(added(), { accessToken: () => token.promise })
  expect((await client.addPlant(monstera, { timeout: 20 })).error?.kind).toBe('timeout')
  token.resolve('late')
  await turns()
  expect(sent).toHaveLength(0)
})

describe('A refresh', () => {
  /** Calls whose attempts are refused with "old"; each refresh is resolved by the test. */
  const refreshing = (calls: number, timeout?: number) => {
    const refreshes: ReturnType<typeof later<string>>[] = []
    const { client, sent } = clientOf(only('new'), {
      accessToken: ({ rejected }) => {
        if (rejected === undefined) return 'old'
        const refresh = later<string>()
        refreshes.push(refresh)
        return refresh.promise
      },
    })
    const add = () => client.addPlant(monstera, { timeout })
    return { client, sent, refreshes, results: Array.from({ length: calls }, add) }
  }

  test('that fails fails the calls that wait for it, and the next call asks anew', async () => {
    let refreshes = 0
    const { client } = clientOf(only('new'), {
      accessToken: async ({ rejected }) => {
        if (rejected === undefined) return 'old'
        if (++refreshes === 1) throw new Error('signed out')
        return 'new'
      },
    })
    const results = await Promise.all([client.addPlant(monstera), client.addPlant(monstera)])
    for (const { error } of results) expect(error?.kind).toBe('access-token')
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(refreshes).toBe(2)
  })

  test('that never settles is waited for until the call ends, and the next call asks anew', async () => {
    const { client, refreshes, results } = refreshing(3, 50)
    for (const { error } of await Promise.all(results))
      expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect(refreshes).toHaveLength(1)
    const next = client.addPlant(monstera)
    await vi.waitFor(() => expect(refreshes).toHaveLength(2))
    refreshes[1]?.resolve('new')
    expect((await next).ok).toBe(true)
  })

  test('goes on for the calls that wait when one of them ends', async () => {
    const { client, refreshes, results } = refreshing(2)
    const hasty = await client.addPlant(monstera, { timeout: 50 })
    expect(hasty.error?.kind).toBe('timeout')
    refreshes[0]?.resolve('new')
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, true])
    expect(refreshes).toHaveLength(1)
  })

  test('that ends late does not end the sharing of a newer one', async () => {
    const { client, refreshes, results } = refreshing(1)
    await client.addPlant(monstera, { timeout: 50 }) // from now on, calls ask anew
    const second = client.addPlant(monstera)
    await vi.waitFor(() => expect(refreshes).toHaveLength(2))
    refreshes[0]?.resolve('new')
    await Promise.all(results)
    const third = client.addPlant(monstera)
    await turns()
    expect(refreshes).toHaveLength(2)
    refreshes[1]?.resolve('new')
    expect([(await second).ok, (await third).ok]).toEqual([true, true])
  })

  test('that is aborted with all its calls sends nothing more', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(refused(401), {
      accessToken: ({ rejected }) => (rejected ? new Promise<string>(() => {}) : 'old'),
    })
    const { signal } = controller
    const calls = Array.from({ length: 10 }, () => client.addPlant(monstera, { signal }))
    await vi.waitFor(() => expect(sent).toHaveLength(10))
    await turns()
    controller.abort()
    for (const { error } of await Promise.all(calls)) expect(error?.kind).toBe('aborted')
    await turns()
    expect(sent).toHaveLength(10)
  })
})
