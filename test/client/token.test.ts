// When a provider is asked for a token, and what it may give. many-users.test.ts has servers, where each request has a
// user of its own.
import { describe, expect, test, vi } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { later, turns } from './later.ts'
import { add, added, busy, clientOf, monstera, refused } from './stub-fetch.ts'

/** Accepts one token only. */
const only =
  (good: string) =>
  ({ token }: { token: string | undefined }) =>
    token === good ? added() : refused(401)

/** A provider of `token-1`, `token-2` and so on, and the contexts that it was called with. */
function counting() {
  const contexts: { rejected?: string }[] = []
  const accessToken = (context: { rejected?: string }) => `token-${contexts.push(context)}`
  return { accessToken, contexts }
}

describe('accessToken, a function that returns the bearer token', () => {
  test('is called before every attempt', async () => {
    const { ok, sent } = await add([busy(), busy('0', 429), added()], {
      accessToken: counting().accessToken,
    })
    expect(ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual(['token-1', 'token-2', 'token-3'])
  })

  test('after a 401 it is called once more, with the rejected token, and the request is sent once more: this attempt does not count as a retry', async () => {
    const { accessToken, contexts } = counting()
    const { ok, sent } = await add(only('token-2'), { accessToken, maxRetries: 0 })
    expect(ok).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }])
    expect(sent.map(({ token }) => token)).toEqual(['token-1', 'token-2'])
  })

  test('is asked again after a 401, and its answer is sent, even if it is the rejected token: two attempts', async () => {
    const { error, sent } = await add(refused(401), { accessToken: () => 'stale' })
    expect(error).toMatchObject({ kind: 'api', response: { status: 401 }, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(2)
  })

  test.each([400, 403, 500])('is not asked again after a %s', async status => {
    const { accessToken, contexts } = counting()
    await add(refused(status), { accessToken })
    expect(contexts).toHaveLength(1)
  })

  test('is not told about a rejected token again on a retry', async () => {
    const { accessToken, contexts } = counting()
    expect((await add([refused(401), busy(), added()], { accessToken })).ok).toBe(true)
    expect(contexts).toStrictEqual([{}, { rejected: 'token-1' }, {}])
  })

  test.each<[string, unknown]>([
    ...[' ', 'a b', 'token\n', 'a\r\nX: 1', 'tökén', '\u007f'].map((text): [string, unknown] => [
      JSON.stringify(text),
      text,
    ]),
    ...thrownValues.map(([name, make]): [string, unknown] => [name, make()]),
  ])('that returns %s returned no bearer token, and nothing is sent', async (_name, token) => {
    const { error, sent } = await add(added(), { accessToken: () => token as string })
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(0)
  })

  test.each(['!', '~', 'a.b-c_d~e+f/g=='])('may return %s', async token => {
    const { ok, sent } = await add(added(), { accessToken: () => token })
    expect({ ok, token: sent[0]?.token }).toEqual({ ok: true, token })
  })

  const thrown = new Error('vault is sealed')

  test('that failed: nothing is sent, the error is the cause, and the next call asks again', async () => {
    const accessToken = vi.fn().mockRejectedValueOnce(thrown).mockResolvedValue('token')
    const { client, sent } = clientOf(added(), { accessToken })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false, cause: thrown })
    expect(sent).toHaveLength(0)
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })

  test('that fails on the refresh: the plant was refused, so it was not added', async () => {
    const accessToken = vi.fn().mockReturnValueOnce('old').mockRejectedValue(thrown)
    const { error, sent } = await add(refused(401), { accessToken })
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false, cause: thrown })
    expect(sent).toHaveLength(1)
  })
})

test('a late 401 does not refresh again, if that token is compared with the current one', async () => {
  const late = later<Response>()
  let token = 'old'
  const { client, sent } = clientOf([() => late.promise, refused(401), added()], {
    accessToken: ({ rejected }) => {
      if (token === rejected) token += '-new'
      return token
    },
  })
  const slow = client.addPlant(monstera)
  expect((await client.addPlant(monstera)).ok).toBe(true)
  late.resolve(refused(401))
  expect((await slow).ok).toBe(true)
  expect(sent.map(each => each.token)).toEqual(['old', 'old', 'old-new', 'old-new'])
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

  test('is one for a hundred calls that are refused together', async () => {
    const { sent, refreshes, results } = refreshing(100)
    await turns()
    refreshes[0]?.resolve('new')
    expect((await Promise.all(results)).every(({ ok }) => ok)).toBe(true)
    expect(refreshes).toHaveLength(1)
    expect(sent).toHaveLength(200)
  })

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

  test('that never settles is waited for until the call ends: a short timeout limits that wait, and the next call asks anew', async () => {
    const { client, refreshes, results } = refreshing(3, 50)
    for (const { error } of await Promise.all(results))
      expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect(refreshes).toHaveLength(1)
    const next = client.addPlant(monstera)
    await vi.waitFor(() => expect(refreshes).toHaveLength(2), 20_000)
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
})
