// The access token shows nowhere: not in a client, a result or an error, and not where the service echoes
// it as it was sent, percent-encoded or escaped in JSON.
import { inspect } from 'node:util'
import fc from 'fast-check'
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { path, successStatus } from '../../generated/contract.ts'
import { later } from './later.ts'
import { misbehavingServer } from './misbehaving-server.ts'
import {
  added,
  clientOf,
  connectionRefused,
  connectionReset,
  monstera,
  neverAnswers,
  passive,
  refused,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

const token = 's3cr3t-t0k3n-of-the-service'
const replaced = '[access token]'

/** All that a log, a page or a debugger could show of a value, but for the response itself. */
function shown(value: unknown): string {
  const { body, message, stack } = Object(value)
  if (value instanceof Error) Reflect.deleteProperty(value, 'response')
  const depth = Number.POSITIVE_INFINITY
  return [
    inspect(value, { depth, showHidden: true, getters: true, maxStringLength: null }),
    JSON.stringify(value),
    JSON.stringify(body),
    String(value),
    message,
    stack,
  ].join('\n')
}

test('a client does not show the token', () => {
  const { client } = clientOf(added(), { accessToken: token, headers: { 'x-key': token } })
  expect(shown(client)).not.toContain(token)
})

test.each<[string, Parameters<typeof clientOf>[0]]>([
  ['a success', added()],
  ['a 401', refused(401)],
  ['a 500', refused(500)],
  ['a page', new Response('<h1>502</h1>', { status: 502 })],
  ['a refused connection', connectionRefused],
  ['a lost connection', connectionReset],
  ['a time-out', neverAnswers],
])('the result of %s does not show the token', async (_name, answer) => {
  for (const accessToken of [token, () => token]) {
    const { client } = clientOf(answer, { accessToken, maxRetries: 0, timeout: 100 })
    const result = await client.addPlant(monstera)
    expect(shown(result), typeof accessToken).not.toContain(token)
    expect(shown(result.error), typeof accessToken).not.toContain(token)
  }
})

test('the error for an invalid token does not show it', async () => {
  const { client } = clientOf(added(), { accessToken: () => `${token}\n` })
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('access-token')
  expect(shown(error)).not.toContain(token)
})

describe.each(withAndWithoutMiddleware)(
  'An error does not show a token that the service echoes, %s',
  (_name, middleware) => {
    const json = (status: number, body: object) => Response.json(body, { status })
    const page = (status: number, body: string, headers = {}) =>
      new Response(body, { status, headers })
    test.each<[string, Response]>([
      ['in the message of an Error', json(400, { error: 1, message: `Bearer ${token}!` })],
      ['twice, and in another field', json(400, { error: 1, message: token + token, token })],
      ['deep in an Error', json(400, { error: 1, message: 'No.', seen: { headers: [token] } })],
      ['as a name', json(400, { error: 1, message: 'No.', [token]: token })],
      ['in a page', page(502, `<pre>Authorization: Bearer ${token}</pre>`)],
      ['in a success of the wrong shape', json(successStatus, { seen: token })],
      ['in a Location', page(302, '', { location: `/login?token=${token}` })],
      ['as the whole body', page(500, token)],
      ['over the end of what an error shows', page(500, 'x'.repeat(4_096 - 12) + token)],
      ['over the end of what a message shows', page(500, 'x'.repeat(100 - 12) + token)],
    ])('%s', async (_case, response) => {
      for (const accessToken of [token, () => token]) {
        const { client } = clientOf(response, { accessToken, middleware })
        const { error } = await client.addPlant(monstera)
        expect(error?.kind, typeof accessToken).toMatch(/api|unexpected-response/)
        expect(shown(error), typeof accessToken).not.toContain(token.slice(0, 8)) // nor the beginning of it
      }
    })

    test('after a 401: neither the rejected token nor the one after it', async () => {
      const echo = ({ headers }: { headers: Headers }) =>
        json(401, { error: 1, message: `${headers.get('authorization')} after ${token}` })
      const accessToken = ({ rejected }: { rejected?: string }) =>
        rejected ? 'renewed-token' : token
      const { client, sent } = clientOf(echo, { accessToken, middleware })
      const { error } = await client.addPlant(monstera)
      expect(sent).toHaveLength(2)
      expect(error?.kind).toBe('api')
      expect(shown(error)).not.toContain('renewed-token')
      expect(shown(error)).not.toContain(token)
    })

    test('in bytes that are not HTTP, which the runtime keeps in the cause of a cause', async () => {
      await using server = await misbehavingServer(socket =>
        socket.once('data', () => socket.end(`220 Authorization: Bearer ${token}\r\n`)),
      )
      const client = new PlantStoreClient({ baseUrl: server.url, accessToken: token, middleware })
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
      expect(shown(error)).not.toContain(token)
    })
  },
)

test('the error for a plant that throws does not show the token', async () => {
  const plant = {
    ...monstera,
    get name(): string {
      throw new Error(`with ${token}`)
    },
  }
  const { client } = clientOf(added(), { accessToken: token })
  expect(shown((await client.addPlant(plant)).error)).not.toContain(token)
})

test.each<[string, (client: PlantStoreClient) => ReturnType<PlantStoreClient['addPlant']>]>([
  ['an id', client => client.addPlant({ ...monstera, id: token as never })],
  ['the plant', client => client.addPlant(token as never)],
  ['an option', client => client.addPlant(monstera, { timeout: token as never })],
  ['the name of a header', client => client.addPlant(monstera, { headers: { [`${token} `]: '' } })],
  [
    'an id, over the end of what a message shows',
    client => client.addPlant({ ...monstera, id: ('x'.repeat(100 - 12) + token) as never }),
  ],
])('an invalid request with the token as %s does not show it', async (_name, add) => {
  const { client } = clientOf(added(), { accessToken: token })
  const { error } = await add(client)
  expect(error?.kind).toBe('invalid-request')
  expect(shown(error)).not.toContain(token.slice(0, 8))
})

test('a token that is part of the URL does not garble it', async () => {
  const options = { baseUrl: 'https://plantstore.example/v1', accessToken: 'plantstore' }
  const { error } = await clientOf(refused(400), options).client.addPlant(monstera)
  expect(error?.message).toBe(`POST https://plantstore.example/v1${path} returned 400: No.`)
})

describe('With a new token for each attempt', () => {
  const tokenOf = (attempt: number) => `token-${String(attempt).padStart(6, '0')}`
  const echo = (status: number, message = '') =>
    Response.json({ error: 1, message }, { status, headers: { 'retry-after': '0' } })

  test('those of the last hundred attempts are not shown, and older ones are forgotten', async () => {
    let asked = 0
    const last = (count: number) => tokenOf(asked + 1 - count)
    const { client } = clientOf(() => echo(503, `${last(1)}, ${last(100)}, ${last(101)}`), {
      accessToken: () => tokenOf(++asked),
      maxRetries: 199,
      timeout: Number.POSITIVE_INFINITY,
    })
    const { error } = await client.addPlant(monstera)
    const message = `${replaced}, ${replaced}, ${tokenOf(100)} (200 attempts)`
    expect(error?.message).toBe(`POST ${url} returned 503: ${message}`)
  })

  test("no error shows the call's own, however many calls are under way", async () => {
    let asked = 0
    const answers = later<void>()
    const { client, sent } = clientOf(
      async ({ token }) => {
        await answers.promise
        return echo(400, token)
      },
      { accessToken: () => tokenOf(++asked) },
    )
    const calls: ReturnType<typeof client.addPlant>[] = []
    for (let call = 0; call < 300; call++) {
      calls.push(client.addPlant(monstera))
    }
    answers.resolve()
    const messages = (await Promise.all(calls)).map(({ error }) => error?.message)
    expect(new Set(sent.map(({ token }) => token)).size).toBe(300)
    expect(new Set(messages)).toEqual(new Set([`POST ${url} returned 400: ${replaced}`]))
  })

  test.each([
    ['the first', '-old', ''],
    ['the second', '', '-new'],
  ])('of one that begins with another, %s, no rest is shown', async (_name, old, renewed) => {
    const echoes = ({ token }: { token?: string | undefined }) =>
      echo(401, `${token}, ${sent[0]?.token}`)
    const { client, sent } = clientOf(echoes, {
      accessToken: ({ rejected }) => token + (rejected ? renewed : old),
    })
    const { error } = await client.addPlant(monstera)
    const message = `${replaced}, ${replaced} (2 attempts)`
    expect(error?.message).toBe(`POST ${url} returned 401: ${message}`)
  })

  test("a call's first is not shown, however many other calls came between", async () => {
    let asked = 0
    const renewed = later<void>()
    const { client } = clientOf(({ token }) => echo(401, `${token} after ${tokenOf(1)}`), {
      accessToken: async ({ rejected }) => {
        if (rejected === tokenOf(1)) await renewed.promise
        return tokenOf(++asked)
      },
    })
    const first = client.addPlant(monstera)
    for (let call = 0; call < 120; call++) await client.addPlant(monstera)
    renewed.resolve()
    const message = `${replaced} after ${replaced} (2 attempts)`
    expect((await first).error?.message).toBe(`POST ${url} returned 401: ${message}`)
  })
})

const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))

/** Tokens of eight ordinary characters and others, among them what looks like an escape. */
const anyToken = fc
  .array(
    fc.oneof(
      fc.constantFrom(...visible),
      fc.constantFrom('\\', '"', '/', '%', '+', '=', '%2b', '%5C', '\\u002b', '\\\\', '\\"'),
    ),
    { maxLength: 24 },
  )
  .map(parts => parts.toSpliced(parts.length / 2, 0, 's3cr3t+t').join(''))

const hexOf = (char: string) => char.charCodeAt(0).toString(16)
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Encodes the same characters throughout, as encoders do. */
const encodes =
  (marks: readonly string[], encode: (char: string) => string) =>
  (token: string): string =>
    token.replace(/./g, char => (marks.includes(char) ? encode(char) : char))

/** A text without any escapes. */
const plain = (text: string) =>
  text
    .replace(/(?:%|\\u00)([2-7][0-9a-f])/gi, (_escape, hex) => decodeURIComponent(`%${hex}`))
    .replaceAll('\\', '')

/** Each is what something that quotes a token makes of it. */
const anyEncoder = fc.oneof(
  fc.constantFrom<(token: string) => string>(
    token => token,
    encodeURIComponent,
    encodeURI,
    token => new URLSearchParams([[token, '']]).toString().slice(0, -1),
    // Leaves most marks as they are, backslashes and percent signs among them.
    token => new URL(`https://a.test/?${token}`).href.slice('https://a.test/?'.length),
    inJson,
    token => inJson(token).replaceAll('/', '\\/'), // PHP
  ),
  fc.subarray(visible).map(some => encodes(some, char => `%${hexOf(char)}`)),
  fc.subarray(visible).map(some => encodes(some, char => `%${hexOf(char).toUpperCase()}`)),
  // A JSON escapes backslashes and quotes at least.
  fc.subarray(visible).map(some => encodes([...some, '\\', '"'], char => `\\u00${hexOf(char)}`)),
)

/** How often the client takes escapes out of a text. A token may bring some along. */
const MAX_LEVELS = 10

/** How many levels of escapes a text has. */
function levelsOf(text: string): number {
  let levels = 0
  for (let now = text, next = plain(now); next !== now; now = next, next = plain(now)) levels++
  return levels
}

describe('In a body', () => {
  const page = async (accessToken: string, body: string) => {
    const { client } = clientOf(new Response(body, { status: 502 }), { accessToken })
    return Object((await client.addPlant(monstera)).error).body
  }

  test('a token of 8 characters is replaced, wherever it is', async () => {
    expect(await page('12345678', '12345678, x12345678x')).toBe(`${replaced}, x${replaced}x`)
  })

  test('a shorter one may be an ordinary word, and is left', async () => {
    expect(await page('garbled', 'It was garbled.')).toBe('It was garbled.')
    expect(await page('%66%72\\%65%65', 'It was free.')).toBe('It was free.') // "free" without escapes
  })

  test('a token of digits is replaced where it is a number', async () => {
    const digits = 20_261_125
    const { client } = clientOf(
      Response.json({ error: 1, message: 'No.', id: digits, counts: [7, 8] }, { status: 400 }),
      { accessToken: String(digits) },
    )
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'api', body: { id: replaced, counts: [7, 8] } })
    expect(shown(error)).not.toContain(String(digits))
  })

  test.each([
    'a%2bb/c=d==',
    'a%2Bb/c%3dd==',
    '%61%2b%62%2f%63%3d%64%3d%3d',
    'a+b\\/c=d==',
    'a\\u002bb\\u002Fc\\u003dd==',
    '\\u0061%2Bb\\/c=d==',
  ])('a token is replaced in the form %s', async form => {
    expect(await page('a+b/c=d==', `<${form}>`)).toBe(`<${replaced}>`)
    const json = `{"error":1,"message":"No.","seen":"${form}"}`
    const { client } = clientOf(new Response(json, { status: 400 }), { accessToken: 'a+b/c=d==' })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'api', body: { seen: replaced } })
  })

  test('a random token is replaced as each encoder of JSON or of URLs writes it', async () => {
    await fc.assert(
      fc.asyncProperty(anyToken, anyEncoder, async (accessToken, encode) => {
        const encoded = encode(accessToken)
        const shown = await page(accessToken, `<${encoded}>`)
        expect(shown, encoded).toContain(replaced)
        expect(plain(shown), encoded).not.toContain('s3cr3t')
      }),
      { numRuns: 2_000 },
    )
  })

  // Four levels of escapes, which a random run once met.
  test('a token with escapes of its own is replaced where some of its digits are escaped', async () => {
    const accessToken = '%5%5C4s3cr3t+t'
    expect(await page(accessToken, '<%\\u0035%\\u0035C4s3cr3t%2bt>')).toBe(`<${replaced}>`)
  })

  test('a random token is replaced as several encoders write it, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyToken,
        fc.array(anyEncoder, { minLength: 2, maxLength: 4 }),
        async (accessToken, encoders) => {
          const encoded = encoders.reduce((text, encode) => encode(text), accessToken)
          fc.pre(levelsOf(encoded) < MAX_LEVELS)
          const shown = await page(accessToken, `<${encoded}>`)
          expect(shown, encoded).toContain(replaced)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('what is cut off does not end in most of a token', async () => {
    const long = `s3cr3t-${'t0k3n'.repeat(200)}`
    for (const body of [long.repeat(200), encodeURIComponent(`${long}+`).repeat(200)])
      expect(await page(`${long}`, body)).not.toContain('s3cr3t')
  })

  test('a text without a token stays as it is, with all that is escaped in it', async () => {
    const body = 'C:\\new\\u002b 100%25 %zz \\" a%2Bb%2F'
    expect(await page('a+b/c=d==', body)).toBe(body)
  })

  // They took from seconds to minutes with patterns that try to match at every character.
  test.each<[string, string, string]>([
    ['many backslashes', '\\'.repeat(100), '\\'.repeat(100_000)],
    ['the same letter again and again', 'a'.repeat(1_000), `${'a'.repeat(999)}b`.repeat(1_000)],
    ['a text of 9 MB', 'a+b/c=d==', 'abc%2b'.repeat(1_500_000)],
    ['a message of 9 MB', 'a+b/c=d==', `{"error":1,"message":"${'abc%2b'.repeat(1_500_000)}"}`],
    ['a token of 100 kB', 'ab'.repeat(50_000), `<${'ab'.repeat(50_000)}>`],
  ])('%s: the call ends in time', async (_name, accessToken, body) => {
    expect(await page(accessToken, body)).not.toContain(accessToken)
  })

  test('a token may have every character, the marks of regular expressions among them', async () => {
    const all = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')
    expect(await page(all, `<${all}>`)).toBe(`<${replaced}>`)
    expect(await page(all, `<${encodeURIComponent(all)}>`)).toBe(`<${replaced}>`)
  })
})

/** What a call makes of an exception that fetch threw. */
async function causeOf(thrown: unknown, middleware = [passive]): Promise<unknown> {
  const fetch = () => Promise.reject(thrown)
  const { client } = clientOf(added(), { accessToken: token, fetch, middleware })
  const { error } = await client.addPlant(monstera)
  expect(shown(error)).not.toContain(token)
  return error?.cause
}

class WithView {
  readonly #sent = token;
  [inspect.custom]() {
    return this.#sent
  }
}

const withField = (name: PropertyKey, value: unknown) =>
  Object.assign(new Error('no'), { [name]: value })

describe('In a cause', () => {
  const leadsBack = withField('other', 1)
  test.each<[string, unknown]>([
    ['the message', new Error(`Bearer ${token}`)],
    ['a field', withField('sent', { headers: [token] })],
    ['a hidden field', Object.defineProperty(new Error('no'), 'sent', { value: token })],
    ['the cause', new Error('no', { cause: new Error(token) })],
    ['a string', token],
    ['the name of a field', withField(token, 1)],
    ['a field under a symbol', withField(Symbol('sent'), token)],
    ['the name of a symbol', withField(Symbol(token), 1)],
    ['the message of a DOMException', new DOMException(token, 'NetworkError')],
    ['a stack that was changed later', withField('stack', token)],
    ['a Map', withField('sent', new Map([['key', token]]))],
    ['Headers', withField('sent', new Headers({ key: token }))],
    ['an object with a view of its own', withField('sent', new WithView())],
    ['a Request', withField('sent', new Request('https://a.test', { headers: { key: token } }))],
    ['a field after one that leads back', Object.assign(leadsBack, { leadsBack, sent: token })],
    [
      'a field behind 1,200 objects',
      withField('sent', [Array.from(Array(1_200), () => ({})), token]),
    ],
  ])('a token in %s: a copy without it', async (_name, thrown) => {
    const cause = (await causeOf(thrown)) as Error
    expect(cause).toBeInstanceOf(Error)
    expect(['name', 'message', 'code', 'stack']).toEqual(
      expect.arrayContaining(Reflect.ownKeys(cause)),
    )
    expect(cause.message).toMatch(/^no$|\[access token\]/)
  })

  test('the copy has the name, the code and the stack, by which an application tells it', async () => {
    class OfflineError extends Error {
      override readonly name = 'OfflineError'
      readonly code = 'OFFLINE'
      readonly sent = { authorization: `Bearer ${token}` }
    }
    const thrown = new OfflineError(`no way for ${token}`)
    const cause = (await causeOf(thrown)) as OfflineError
    expect(cause).toMatchObject({
      name: 'OfflineError',
      code: 'OFFLINE',
      message: `no way for ${replaced}`,
    })
    expect(cause.stack).toBe(thrown.stack?.replaceAll(token, replaced))
    expect(cause).not.toHaveProperty('sent')
  })

  test('bytes, as in the error for a certificate, are no token: the cause is what was thrown', async () => {
    const thrown = withField('cert', { raw: Buffer.from('a certificate of many bytes') })
    expect(await causeOf(thrown)).toBe(thrown)
  })

  test('no token: the cause is what was thrown', async () => {
    const fields = {
      sent: { headers: ['a-token'] },
      functions: [() => {}, async () => {}, class One {}],
      exception: new DOMException('no'),
      errors: [new Error('first')],
    }
    const thrown = Object.assign(new Error('no', { cause: new Error('why') }), fields)
    expect(await causeOf(thrown)).toBe(thrown)
    expect(fields.errors).toHaveLength(1)
  })

  test('a getter is not called', async () => {
    let calls = 0
    const thrown = Object.defineProperty(new Error('no'), 'sent', { get: () => void calls++ })
    const { client } = clientOf(added(), { fetch: () => Promise.reject(thrown) })
    const { error } = await client.addPlant(monstera)
    expect(error?.cause === thrown).toBe(true)
    expect(calls).toBe(0)
  })

  // At most 1,000 are searched: the error, its list, the texts in it and its length.
  test.each([
    [997, true],
    [998, false],
  ])('an exception that leads to %s texts is kept: %s', async (length, isKept) => {
    const thrown = withField('rows', Array(length).fill('row'))
    expect((await causeOf(thrown, [])) === thrown).toBe(isKept)
  })
})
