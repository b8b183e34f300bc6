// For React Native and Capacitor, whose fetch ignores `redirect: 'manual'`, and for a `fetch` that follows redirects by
// itself.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answers, contractError, recordingServer } from './recording-server.ts'
import {
  added,
  clientOf,
  monstera,
  passive,
  refused,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

const LOGIN = 'https://login.example.com/?next=plants'

/** A response as a fetch gives it that has followed a redirect. */
const withFields = (
  response: Response,
  fields: { redirected?: boolean | undefined; url: string },
) =>
  Object.defineProperties(response, {
    redirected: { value: fields.redirected },
    url: { value: fields.url },
  })

const responses: [string, () => Response][] = [
  ['a login page', () => new Response('<h1>Sign in</h1>')],
  ['what looks like a plant', added],
  ['what looks like a refusal', () => refused(404)],
  ['a 401', () => refused(401)],
  ['a 503 with Retry-After', () => refused(503, { 'retry-after': '0' })],
]

/** Adds a plant with the runtime's fetch, which is replaced, or with one that was given. */
async function add(whose: string, answer: () => Response, middleware = [passive]) {
  let sent = 0
  const fetch = async () => {
    sent++
    return answer()
  }
  if (whose === 'the runtime') vi.stubGlobal('fetch', fetch)
  const given = whose === 'the runtime' ? { fetch: undefined } : { fetch }
  const options = { accessToken: ({ rejected = 'token' }) => `${rejected}-new`, ...given }
  const { ok, error } = await clientOf(added(), { ...options, middleware }).client.addPlant(
    monstera,
  )
  return { ok, error, sent }
}

const followed: [string, string, { redirected?: boolean; url: string }][] = [
  ["the runtime's fetch", 'the runtime', { redirected: true, url: LOGIN }],
  ["React Native's fetch, which has no `redirected`", 'the runtime', { url: LOGIN }],
  // https://github.com/ionic-team/capacitor/issues/7659
  [
    "Capacitor's fetch, which makes a response that says false",
    'the runtime',
    { redirected: false, url: LOGIN },
  ],
  ['a fetch that was given', 'a wrapper', { redirected: true, url: LOGIN }],
]

describe.each(followed)('Where %s followed a redirect', (_name, whose, fields) => {
  describe.each(withAndWithoutMiddleware)('%s', (_case, middleware) => {
    test.each(responses)(
      '%s is an unexpected response, and proves nothing',
      async (_what, make) => {
        const { ok, error, sent } = await add(whose, () => withFields(make(), fields), middleware)
        expect(ok).toBe(false)
        expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
        const { status } = make()
        expect(error?.message).toBe(
          `POST ${url} returned ${status}: fetch followed a redirect to ${LOGIN}`,
        )
        expect(sent).toBe(1) // neither a retry nor a refresh
      },
    )
  })
})

test('Where a fetch followed a redirect but hides the address, the message says so', async () => {
  const { error } = await add('a wrapper', () => withFields(added(), { redirected: true, url: '' }))
  expect(error?.message).toMatch(/ fetch followed a redirect to elsewhere$/)
})

const notFollowed: [string, string, { redirected?: boolean; url: string }][] = [
  ["the runtime's fetch", 'the runtime', { redirected: false, url }],
  ["React Native's fetch", 'the runtime', { url }],
  ['a test double without a URL', 'the runtime', { url: '' }],
  ['a wrapper that rewrites addresses', 'a wrapper', { redirected: false, url: LOGIN }],
  ['a wrapper of React Native that rewrites them', 'a wrapper', { url: LOGIN }],
]

test.each(notFollowed)(
  'Where %s followed none, a plant is a plant',
  async (_name, whose, fields) => {
    expect((await add(whose, () => withFields(added(), fields))).ok).toBe(true)
    const refusal = await add(whose, () => withFields(refused(404), fields))
    expect(refusal.error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
  },
)

test('Where a patch of the runtime rewrites addresses, its own response is believed', async () => {
  await using server = await recordingServer(answers(404, {}, contractError))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => fetch(server.url, init))
  const { error } = await clientOf(added(), { fetch: undefined }).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
})
