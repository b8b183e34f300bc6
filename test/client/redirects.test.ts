// Redirects are not followed: neither the plant nor the token goes elsewhere. The fetch of React Native and Capacitor
// ignores `redirect: 'manual'`, and a `fetch` that was given may follow redirects by itself.
import type { Middleware } from 'plant-store-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answers, contractError, recordingServer } from './servers.ts'
import {
  add,
  added,
  addTo,
  busy,
  passive,
  refused,
  url,
  withAndWithoutMiddleware,
} from './stub-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('A redirect is an unexpected response', () => {
  const follows: Middleware = {
    onRequest: ({ request }) => new Request(request, { redirect: 'follow' }),
  }

  test.each<[number, string, Middleware[]]>([
    [302, 'without middleware', []],
    [307, 'without middleware', []],
    [307, 'where a hook returns a Request that would follow it', [follows]],
  ])('a %s %s is not followed, and proves nothing', async (status, _name, middleware) => {
    await using other = await recordingServer()
    const location = `${other.url}/elsewhere`
    await using server = await recordingServer(answers(status, { location }))
    const { error } = await addTo(server.url, { middleware })
    expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
    expect(error?.message).toContain(`returned ${status}: redirects are not followed: ${location}`)
    expect(server.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  test.each([
    [300, '/elsewhere', 'redirects are not followed: /elsewhere'],
    [399, '/elsewhere', 'redirects are not followed: /elsewhere'],
    [299, '/elsewhere', 'the response violates the contract: empty body'],
    [302, '', 'the response violates the contract: empty body'],
  ])('the message for a %s with the Location "%s" says: %s', async (status, location, words) => {
    const { error } = await add(new Response('', { status, headers: { location } }))
    expect(error?.message).toBe(`POST ${url} returned ${status}: ${words}`)
  })

  test('an Error body does not make it an api error, and a Location does not make one of a 400', async () => {
    const headers = { location: 'https://elsewhere.example.com/' }
    const { error } = await add(refused(302, headers))
    expect(error?.kind).toBe('unexpected-response')
    expect(error?.message).toContain(headers.location)
    expect((await add(refused(400, headers))).error?.kind).toBe('api')
  })

  test('the message says so where a browser hides the target', async () => {
    const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), text: () => '' }
    const { error } = await add(() => hidden as never)
    expect(error).toMatchObject({ kind: 'unexpected-response', response: { status: 0 } })
    expect(error?.message).toMatch(/ returned 0: redirects are not followed.* browser hides/)
  })
})

const LOGIN = 'https://login.example.com/?next=plants'
type Fields = { redirected?: boolean; url: string }
type Row = [name: string, whose: 'the runtime' | 'a wrapper', fields: Fields]

/** Adds a plant with the runtime's fetch, which is replaced, or with one that was given. */
async function addThrough(
  whose: Row[1],
  answer: () => Response,
  { redirected, url }: Fields,
  middleware = [passive],
) {
  const fetch = vi.fn(async () =>
    Object.defineProperties(answer(), { redirected: { value: redirected }, url: { value: url } }),
  )
  if (whose === 'the runtime') vi.stubGlobal('fetch', fetch)
  const result = await add(added(), {
    accessToken: ({ rejected = 'token' }) => `${rejected}-new`,
    fetch: whose === 'the runtime' ? undefined : fetch,
    middleware,
  })
  return { ...result, attempts: fetch.mock.calls.length }
}

const followed: Row[] = [
  ["the runtime's fetch", 'the runtime', { redirected: true, url: LOGIN }],
  ["React Native's fetch, which has no `redirected`,", 'the runtime', { url: LOGIN }],
  // https://github.com/ionic-team/capacitor/issues/7659
  ["Capacitor's fetch, which says false,", 'the runtime', { redirected: false, url: LOGIN }],
  ['a fetch that was given', 'a wrapper', { redirected: true, url: LOGIN }],
]

const responses: [string, () => Response][] = [
  ['a login page', () => new Response('<h1>Sign in</h1>')],
  ['what looks like a plant', added],
  ['what looks like a refusal', () => refused(404)],
  ['a 401', () => refused(401)],
  ['a 503 with Retry-After', () => busy()],
]

describe.each(followed)('Where %s followed a redirect', (_name, whose, fields) => {
  describe.each(withAndWithoutMiddleware)('%s', (_case, middleware) => {
    test.each(responses)(
      '%s that it led to is an unexpected response, and proves nothing; the message names the target',
      async (_what, make) => {
        const { error, attempts } = await addThrough(whose, make, fields, middleware)
        expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
        expect(error?.message).toBe(
          `POST ${url} returned ${make().status}: fetch followed a redirect to ${LOGIN}`,
        )
        expect(attempts).toBe(1) // neither a retry nor a refresh
      },
    )
  })
})

test('Where a fetch followed a redirect but hides the address, the message says so', async () => {
  const { error } = await addThrough('a wrapper', added, { redirected: true, url: '' })
  expect(error?.message).toMatch(/ fetch followed a redirect to elsewhere$/)
})

test.each<Row>([
  ["the runtime's fetch", 'the runtime', { redirected: false, url }],
  ["React Native's fetch", 'the runtime', { url }],
  ['a test double without a URL', 'the runtime', { url: '' }],
  ['a wrapper that rewrites addresses', 'a wrapper', { redirected: false, url: LOGIN }],
  ['a wrapper of React Native that rewrites them', 'a wrapper', { url: LOGIN }],
])('Where %s followed no redirect, a plant is a plant', async (_name, whose, fields) => {
  expect((await addThrough(whose, added, fields)).ok).toBe(true)
  const { error } = await addThrough(whose, () => refused(404), fields)
  expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
})

test('Where a patch of the runtime rewrites addresses, its own response is believed', async () => {
  await using server = await recordingServer(answers(404, {}, contractError))
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => fetch(server.url, init))
  const { error } = await add(added(), { fetch: undefined })
  expect(error).toMatchObject({ kind: 'api', mayHaveBeenAdded: false })
})
