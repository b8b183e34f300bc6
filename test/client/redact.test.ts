// The access token shows nowhere: not in a client, a result or an error, and not where the service echoes it as it was
// sent, or with its marks escaped. test/random/redaction.test.ts tries random tokens.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { errorBody, path, successStatus } from '../../generated/contract.ts'
import { misbehavingServer } from './servers.ts'
import {
  type Answer,
  add,
  added,
  addTo,
  clientOf,
  connectionRefused,
  connectionReset,
  monstera,
  neverAnswers,
  passive,
  refused,
  type Sent,
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

/** The ways to give a token: of the client, of the call, and each as a function. */
const given: [string, ofClient: string | (() => string), ofCall?: string | (() => string)][] = [
  ['of the client', token],
  ['of a function', () => token],
  ['of the call', 'another', token],
  ['of a function of the call', 'another', () => token],
]

test('a client shows no access token in objects that you log: it does not show the token', () => {
  const { client } = clientOf(added(), { accessToken: token, headers: { 'x-key': token } })
  expect(shown(client)).not.toContain(token)
})

describe.each(given)('The token %s', (_name, accessToken, ofCall) => {
  const addFor = (answer: Answer) =>
    add(answer, { accessToken, maxRetries: 0, timeout: 100 }, ofCall ? { accessToken: ofCall } : {})

  test.each<[string, Answer]>([
    ['a success', added()],
    ['a 401', refused(401)],
    ['a page', new Response('<h1>502</h1>', { status: 502 })],
    ['a refused connection', connectionRefused],
    ['a lost connection', connectionReset],
    ['a time-out', neverAnswers],
  ])('is not shown in the result of %s', async (_name, answer) => {
    const { sent: _, ...result } = await addFor(answer)
    expect(shown(result)).not.toContain(token)
    expect(shown(result.error)).not.toContain(token)
  })

  const json = (status: number, body: object) => Response.json(body, { status })
  const page = (status: number, body: string, headers = {}) =>
    new Response(body, { status, headers })
  test.each<[string, Response]>([
    ['in the message of an Error', json(400, errorBody(1, `Bearer ${token}!`))],
    ['twice, and in another field', json(400, { ...errorBody(1, token + token), token })],
    ['deep in an Error', json(400, { ...errorBody(1, 'No.'), seen: { headers: [token] } })],
    ['as a name', json(400, { ...errorBody(1, 'No.'), [token]: token })],
    ['in a page', page(502, `<pre>Authorization: Bearer ${token}</pre>`)],
    ['in a success of the wrong shape', json(successStatus, { seen: token })],
    ['in a Location', page(302, '', { location: `/login?token=${token}` })],
    ['as the whole body', page(500, token)],
    ['over the end of what an error shows', page(500, 'x'.repeat(4_096 - 12) + token)],
    ['over the end of what a message shows', page(500, 'x'.repeat(100 - 12) + token)],
  ])('is not shown where the service echoes it %s', async (_case, response) => {
    const { error } = await addFor(response)
    expect(error?.kind).toMatch(/api|unexpected-response/)
    expect(shown(error)).not.toContain(token.slice(0, 8)) // nor the beginning of it
  })
})

test.each([
  ['the first', '-old', ''],
  ['the second', '', '-new'],
])(
  "in an error's message each access token of the call is replaced by [access token]: of two, of which %s begins with the other, no rest is shown",
  async (_which, old, renewed) => {
    const echo = ({ token: last }: Sent) =>
      Response.json(errorBody(1, `${last} after ${token}${old}`), { status: 401 })
    const { error } = await add(echo, {
      accessToken: ({ rejected }) => token + (rejected ? renewed : old),
    })
    const message = `${replaced} after ${replaced} (2 attempts)`
    expect(error?.message).toBe(`POST ${url} returned 401: ${message}`)
  },
)

test.each(withAndWithoutMiddleware)(
  'a token in bytes that are not HTTP, which the runtime keeps in the cause of a cause, is not shown, %s',
  async (_name, middleware) => {
    await using server = await misbehavingServer(socket =>
      socket.once('data', () => socket.end(`220 Authorization: Bearer ${token}\r\n`)),
    )
    const { error } = await addTo(server.url, { accessToken: token, middleware })
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(shown(error)).not.toContain(token)
  },
)

test('access-token: the error for an invalid token does not show it', async () => {
  const { error } = await add(added(), { accessToken: () => `${token}\n` })
  expect(error?.kind).toBe('access-token')
  expect(shown(error)).not.toContain(token)
})

test.each<[string, plant: unknown, options?: object]>([
  ['an id', { ...monstera, id: token }],
  ['the plant', token],
  ['an option', monstera, { timeout: token }],
  ['the name of a header', monstera, { headers: { [`${token} `]: '' } }],
  [
    'an id, over the end of what a message shows',
    { ...monstera, id: 'x'.repeat(100 - 12) + token },
  ],
])('an invalid request with the token as %s does not show it', async (_name, plant, options) => {
  const { client } = clientOf(added(), { accessToken: token })
  const { error } = await client.addPlant(plant as never, options)
  expect(error?.kind).toBe('invalid-request')
  expect(shown(error)).not.toContain(token.slice(0, 8))
})

test('a token is not looked for in the URL of the call, and does not garble it', async () => {
  const options = { baseUrl: 'https://plantstore.example/v1', accessToken: 'plantstore' }
  const { error } = await add(refused(400), options)
  expect(error?.message).toBe(`POST https://plantstore.example/v1${path} returned 400: No.`)
})

test('a token is not looked for in base64, for other calls, or in what your own code threw', async () => {
  const first = 'the-token-of-the-first-call'
  const tokens = [first, token]
  const body = `${first} ${btoa(token)}`
  const { client } = clientOf(() => new Response(body, { status: 502 }), {
    accessToken: () => tokens.shift() ?? '',
  })
  await client.addPlant(monstera)
  const { error: last } = await client.addPlant(monstera)
  expect(Object(last).body).toBe(body)
  const own = new Error(token)
  const { error } = await add(added(), { accessToken: () => Promise.reject(own) })
  expect(error?.cause).toBe(own)
  expect(own.message).toBe(token)
})

describe('In a body', () => {
  const page = async (accessToken: string, body: string) =>
    Object((await add(new Response(body, { status: 502 }), { accessToken })).error).body

  const jwt = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIi+/'.repeat(400)}.c2ln`
  const all = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')
  test.each<[which: string, accessToken: string, body: string, shown: string]>([
    [
      'of at least 8 characters is replaced by [access token]',
      '12345678',
      '12345678, x12345678x',
      `${replaced}, x${replaced}x`,
    ],
    ['of 7 may be an ordinary word', 'garbled', 'It was garbled.', 'It was garbled.'],
    ['that is long, in a URL', jwt, `<${encodeURIComponent(jwt)}.eyJ`, `<${replaced}.eyJ`],
    ['that is long and was cut is hidden whole', jwt, `<${jwt.slice(0, 200)}...>`, `<${replaced}>`],
    ['that is long is found by its first 16 characters', jwt, jwt.slice(0, 16), replaced],
    [
      'that is long, with letters that look like an escape',
      `${'x2b'.repeat(20)}-`,
      `<${'x2b'.repeat(20)}-b2b`,
      `<${replaced}b2b`,
    ],
    ['of every character, marks of patterns among them', all, `<${all}`, `<${replaced}`],
    ['with backslashes', 'a\\b\\\\c\\de', '<a\\b\\\\c\\de>', `<${replaced}>`],
    ['with backslashes, in JSON', 'a\\b\\\\c\\de', '<a\\\\b\\\\\\\\c\\\\de>', `<${replaced}>`],
    ['with backslashes, in a URL', 'a\\b\\\\c\\de', '<a%5Cb%5C%5cc%255Cde>', `<${replaced}>`],
    [
      'with backslashes, in HTML',
      'a\\b\\\\c\\de',
      '<a&#92;b&bsol;&#x5C;c&#092;de>',
      `<${replaced}>`,
    ],
  ])('a token %s', async (_which, accessToken, body, shown) => {
    expect(await page(accessToken, body)).toBe(shown)
  })

  test('a token of digits is replaced where it is a number, and the body is not an Error then', async () => {
    const echo = Response.json({ ...errorBody(1, 'No.'), id: 20_261_125 }, { status: 400 })
    const { error } = await add(echo, { accessToken: '20261125' })
    const body = expect.stringContaining(`"id":${replaced}`)
    expect(error).toMatchObject({ kind: 'unexpected-response', body, mayHaveBeenAdded: false })
  })

  test.each<[who: string, form: string]>([
    ['as it was sent', 'a+b/c=d~e|f=='],
    ['percent-encoded in a URL', 'a%2Bb%2Fc%3Dd%7Ee%7Cf%3D%3D'],
    ['percent-encoded in a URL, by lower-case digits', 'a%2bb%2fc%3dd%7ee%7cf%3d%3d'],
    ['percent-encoded in a URL within a URL', 'a%252Bb%252fc%253Dd%257Ee%257cf%253d%253D'],
    ['escaped in the JSON of PHP', 'a+b\\/c=d~e|f=='],
    ['escaped in JSON within JSON', 'a+b\\\\/c=d~e|f=='],
    ['escaped in the JSON of PHP, in a URL', 'a%2Bb%5C%2Fc%3Dd~e%7Cf%3D%3D'],
    ['escaped in the JSON of PHP, in HTML', 'a+b&#92;/c=d~e|f=='],
    ['escaped in the JSON of .NET, and of Gson', 'a\\u002Bb/c\\u003dd~e|f\\u003d\\u003d'],
    ['escaped in JavaScript', 'a\\x2Bb\\x2Fc\\x3Dd~e|f=='],
    ['escaped in HTML, by numbers', 'a&#43;b&#x2F;c&#61;d&#x7E;e|f&#61;&#61;'],
    ['escaped in HTML, by names', 'a&plus;b&sol;c&equals;d~e&vert;f=='],
    ['escaped in HTML within HTML', 'a&amp;#43;b&amp;#x2F;c=d~e|f=='],
    ['in several of them', 'a%2Bb\\u002Fc&#61;d%257ee|f=='],
  ])('a token is replaced %s; the text around it stays as it was sent', async (_who, form) => {
    const accessToken = 'a+b/c=d~e|f=='
    expect(await page(accessToken, `\\x41 %41 <${form}>&lt;`)).toBe(`\\x41 %41 <${replaced}>&lt;`)
  })

  test('an Error with a token in the JSON of PHP is an Error', async () => {
    const json = JSON.stringify({ ...errorBody(1, 'No: FORM.'), seen: '"FORM"' })
    const answer = new Response(json.replaceAll('FORM', 'a+b\\/c=d=='), { status: 400 })
    const { error } = await add(answer, { accessToken: 'a+b/c=d==' })
    const body = { ...errorBody(1, `No: ${replaced}.`), seen: `"${replaced}"` }
    expect(error).toMatchObject({ kind: 'api', body })
  })

  test.each(['\\u002D', '\\-', '&#x2d;', '%2D', '&hyphen;', '-'])(
    'in the first 16 characters, "-" may be written %s, and "_" as &lowbar;, &UnderBar; or \\x5F',
    async hyphen => {
      for (const low of ['_', '&lowbar;', '&UnderBar;', '\\x5F', '%5f'])
        expect(
          await page(
            'sk-live_9f86-d081884c7d65',
            `<sk${hyphen}live${low}9f86${hyphen}d081884c7d65>`,
          ),
        ).toBe(`<${replaced}>`)
    },
  )

  test('a token that is cut where an error stops reading is hidden whole', async () => {
    const long = `s3cr3t-${'t0k3n'.repeat(20)}`
    for (let cut = 1; cut < long.length; cut++) {
      const body = await page(long, `${' '.repeat(100_000 - cut)}${long}`)
      expect(body.trim()).toBe('')
    }
    // The text shrinks where tokens are replaced, so that its end may be shown.
    const body = await page(long, `${long.repeat(934)}${' '.repeat(1_000)}`.slice(0, 99_990) + long)
    expect(body).not.toContain('s3cr')
  })

  test('what is cut off does not end in most of a token', async () => {
    const long = `s3cr3t-${'t0k3n'.repeat(200)}`
    for (const body of [long.repeat(200), encodeURIComponent(`${long}+`).repeat(200)])
      expect(await page(`${long}`, body)).not.toContain('s3cr3t')
  })
})

/** What a call makes of an exception that fetch threw. */
async function causeOf(thrown: unknown, middleware = [passive]): Promise<unknown> {
  const fetch = () => Promise.reject(thrown)
  const { error } = await add(added(), { accessToken: token, fetch, middleware })
  expect(shown(error)).not.toContain(token)
  return error?.cause
}

describe('In a cause', () => {
  test.each<[string, unknown]>([
    ['the message', new Error(`Bearer ${token}`)],
    ['the cause', new Error('no', { cause: new Error(token) })],
    ['the cause of a cause', new Error('no', { cause: new Error('no', { cause: token }) })],
    ['the message of a DOMException', new DOMException(token, 'NetworkError')],
    ['a stack that was changed later', Object.assign(new Error('no'), { stack: token })],
  ])(
    'in the cause of a network error, an access token in %s is not shown, but [access token]',
    async (_name, thrown) => {
      const cause = (await causeOf(thrown)) as Error
      expect(cause).toBeInstanceOf(Error)
      expect(cause.message).toMatch(/^no$|\[access token\]/)
    },
  )

  test('what fetch threw is always a copy: with name, message, code, stack and cause, but not the class', async () => {
    class OfflineError extends Error {
      override readonly name = 'OfflineError'
      readonly code = 'OFFLINE'
      readonly sent = { authorization: `Bearer ${token}` }
    }
    const inner = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const thrown = new OfflineError(`no way for ${token}`, { cause: inner })
    const cause = (await causeOf(thrown)) as OfflineError
    expect(cause).toMatchObject({
      name: 'OfflineError',
      code: 'OFFLINE',
      message: `no way for ${replaced}`,
      cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', stack: inner.stack },
    })
    expect(cause.stack).toBe(thrown.stack?.replaceAll(token, replaced))
    expect(cause).not.toHaveProperty('sent')
    expect(cause).not.toBeInstanceOf(OfflineError)
    expect(cause.cause).not.toBe(inner)
  })

  test('the copy is whole where Error.prototype is frozen, as after a lockdown', async () => {
    const { name } = Object.getOwnPropertyDescriptors(Error.prototype)
    Object.defineProperty(Error.prototype, 'name', { ...name, writable: false })
    try {
      const inner = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      const cause = await causeOf(new TypeError('fetch failed', { cause: inner }))
      expect(cause).toMatchObject({ name: 'TypeError', cause: { code: 'ECONNREFUSED' } })
    } finally {
      Object.defineProperty(Error.prototype, 'name', { ...name })
    }
  })

  test('of a message that is longer than 100,000 characters, no more is searched and shown', async () => {
    const thrown = new Error(`no way for ${token}: ${'x'.repeat(300_000)}`)
    const { error } = await add(added(), {
      fetch: () => Promise.reject(thrown),
      accessToken: token,
    })
    for (const { message } of [error, error?.cause] as Error[]) {
      expect(message).toContain(`no way for ${replaced}: xxx`)
      expect(message.length).toBeLessThan(100_100)
    }
  })

  test('a chain that never ends is copied up to five exceptions', async () => {
    const circle = new Error('round and round')
    circle.cause = circle
    let depth = 0
    for (let cause = await causeOf(circle); cause; cause = (cause as Error).cause) depth++
    expect(depth).toBe(5)
  })
})
