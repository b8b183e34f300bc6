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
    expect(error).toMatchObject({ kind: 'api', status: 401, mayHaveBeenAdded: false })
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
  expect((await client.addPlant(monstera)).error).toMatchObject({ kind: 'api', status: 401 })
  expect(sent).toHaveLength(1)
})

test('a call that ends leaves the token to the others', async () => {
  const token = later<string>()
  const { client } = clientOf(added(), { accessToken: () => token.promise })
  const patient = client.addPlant(monstera)
  const hasty = await client.addPlant(monstera, { timeout: 20 })
  token.resolve('token')
  expect(hasty.error?.kind).toBe('timeout')
  expect((await patient).ok).toBe(true)
})

test('a token that arrives after its call has ended does not split later calls', async () => {
  const answers: ((token: string) => void)[] = []
  const { client, sent } = clientOf(added(), {
    accessToken: () => new Promise(resolve => answers.push(resolve)),
  })
  await client.addPlant(monstera, { timeout: 20 })
  const second = client.addPlant(monstera)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('late')
  await turns()
  const third = client.addPlant(monstera)
  await turns()
  answers[1]?.('token')
  expect([(await second).ok, (await third).ok]).toEqual([true, true])
  expect(answers).toHaveLength(2)
  expect(sent.map(({ token }) => token)).toEqual(['token', 'token'])
})

describe('A refresh that never settles holds up other calls only as long as the call that asked', () => {
  test('when the call that asked times out, the waiting calls ask again', async () => {
    let asked = 0
    const accessToken = () => (++asked === 1 ? new Promise<string>(() => {}) : 'token')
    const { client } = clientOf(added(), { accessToken })
    const first = client.addPlant(monstera, { timeout: 50 })
    const second = client.addPlant(monstera)
    const third = client.addPlant(monstera)
    expect((await first).error?.kind).toBe('timeout')
    expect((await second).ok).toBe(true)
    expect((await third).ok).toBe(true)
    expect(asked).toBe(2)
  })

  test('a later call asks again, even for the same rejected token', async () => {
    let refreshes = 0
    const { client } = clientOf(
      ({ token }) =>
        token === 'new' ? added() : Response.json({ error: 401, message: 'No.' }, { status: 401 }),
      {
        accessToken: ({ rejected }) => {
          if (rejected === undefined) return 'old'
          return ++refreshes === 1 ? new Promise<string>(() => {}) : 'new'
        },
      },
    )
    const { error } = await client.addPlant(monstera, { timeout: 50 })
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })

  test('calls that have ended do not ask', async () => {
    const controller = new AbortController()
    let asked = 0
    const accessToken = () => {
      asked++
      return new Promise<string>(() => {})
    }
    const { client } = clientOf(added(), { accessToken })
    const calls = Array.from({ length: 10 }, () =>
      client.addPlant(monstera, { signal: controller.signal }),
    )
    controller.abort()
    for (const { error } of await Promise.all(calls)) expect(error?.kind).toBe('aborted')
    expect(asked).toBe(1)
  })
})
