// When a provider is asked for a token, and what it may give. many-users.test.ts has servers, where each request has a
// user of its own, and token-provider.test.ts what createTokenProvider makes.
import { describe, expect, test, vi } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { hangs, later, turns } from './later.ts'
import { add, added, busy, clientOf, monstera, refused, url } from './stub-fetch.ts'

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

test('Calls that are rejected with the same token each ask the provider: the answer to one goes to no other', async () => {
  const rejections: (string | undefined)[] = []
  const users = ['alice', 'bob', 'carol']
  const { client, sent } = clientOf(only('none'), {
    accessToken: async ({ rejected }) => {
      if (rejected === undefined) return 'shared-anonymous-key'
      await turns()
      return `token-of-${users[rejections.push(rejected) - 1]}`
    },
  })
  await Promise.all(users.map(name => client.addPlant({ id: 1, name })))
  expect(rejections).toEqual(users.map(() => 'shared-anonymous-key'))
  expect(new Set(sent.slice(3).map(({ token }) => token))).toEqual(
    new Set(users.map(user => `token-of-${user}`)),
  )
})

test('A provider that never settles is waited for until the call ends', async () => {
  const { error } = await add(refused(401), {
    accessToken: ({ rejected }) => (rejected ? hangs() : 'old'),
    timeout: 50,
  })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
})

describe('The accessToken of a call', () => {
  const notToken =
    'accessToken must be a bearer token of visible ASCII, without spaces or "Bearer " in front, but got '

  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    ['', 'an empty string'],
    [42, 'a number'],
    ['Bearer secret', 'a string with " "'],
    ['secret\n', 'a string with "\\n"'],
    ['secret…', 'a string with "…"'],
    ['secret\u200b', 'a string with "\\u{200b}"'],
    ['\ufeffsecret', 'a string with "\\u{feff}"'],
    ['secret\u00a0', 'a string with "\\u{a0}"'],
    ['secret\u{e0041}', 'a string with "\\u{e0041}"'],
  ])('%j is not one: access-token, and the token of the client is not sent', async (given, got) => {
    const ofCall = { accessToken: given as string }
    const { error, sent } = await add(added(), { accessToken: 'of-the-service' }, ofCall)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false })
    expect(error?.message).toBe(`POST ${url} has no access token: ${notToken}${got}`)
    expect(sent).toHaveLength(0)
  })

  test('is judged after the plant and the other options', async () => {
    const { client } = clientOf(added())
    const options = { accessToken: '', timeout: 0 }
    const { error } = await client.addPlant({ id: 1.5, name: 'Monstera' }, options)
    expect(error).toMatchObject({
      kind: 'invalid-request',
      issues: [{ path: ['options', 'timeout'] }, { path: ['id'] }],
    })
  })

  test('is not read from the prototype of the options, so that of the client is sent', async () => {
    const inherited = Object.create({ accessToken: 'inherited' })
    expect((await add(added(), {}, inherited)).sent[0]?.token).toBe('token')
  })
})
