// What is proof on which runtime: some repeat a POST by themselves, and report only what happened to the last copy.
// test:all -- runtimes has the real ones, and test/random/trials random calls over their connections.
import type { PlantStoreClientOptions } from 'plant-store-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTurn, recordingServer } from './servers.ts'
import {
  type Answer,
  add,
  addTo,
  busy,
  connectionRefused,
  connectionReset,
  refused,
  refusingUrl,
} from './stub-fetch.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)) // so that no retry waits
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Surroundings {
  versions?: Record<string, string>
  userAgent?: string
}

/** Runs the client where the runtime says this of itself. */
function pretend({ versions, userAgent }: Surroundings): void {
  vi.stubGlobal('process', Object.create(process, { versions: { value: versions } }))
  vi.stubGlobal('navigator', userAgent === undefined ? undefined : { userAgent })
}

type Row = [name: string, surroundings: Surroundings]

const nodeVersions = { node: '24.21.0', uvwasi: '0.0.23', undici: '7.16.0' }
const once: Row[] = [
  ['Node 20', { versions: { node: '20.20.2', uvwasi: '0.0.23' } }],
  ['Node 24', { versions: nodeVersions, userAgent: 'Node.js/24' }],
  ['Node with jsdom', { versions: nodeVersions, userAgent: 'Mozilla/5.0 (linux) jsdom/27.0.0' }],
  ['Bun 1.3.14', { versions: { node: '24.3.0', bun: '1.3.14' }, userAgent: 'Bun/1.3.14' }],
  ['Bun 1.4.0', { versions: { node: '26.3.0', bun: '1.4.0' } }],
  ['Bun 1.10.2', { versions: { node: '26.3.0', bun: '1.10.2' } }],
  ['Bun 2.0.0', { versions: { node: '26.3.0', bun: '2.0.0' } }],
  ['Workers', { userAgent: 'Cloudflare-Workers' }],
  [
    'Workers with nodejs_compat',
    { versions: { node: '22.19.0', uvwasi: '' }, userAgent: 'Cloudflare-Workers' },
  ],
]

const perhapsTwice: Row[] = [
  ['Bun 1.3.13', { versions: { node: '24.3.0', bun: '1.3.13' }, userAgent: 'Bun/1.3.13' }],
  ['Bun 1.3.9', { versions: { node: '24.3.0', bun: '1.3.9' } }],
  ['Bun 1.2.23', { versions: { node: '24.3.0', bun: '1.2.23' } }],
  ['Deno', { versions: { node: '26.3.0', deno: '2.9.6' }, userAgent: 'Deno/2.9.6' }],
  ['Electron', { versions: { ...nodeVersions, electron: '40.0.0' } }],
  ['NW.js', { versions: { ...nodeVersions, nw: '0.100.0' } }],
  ['WebContainers', { versions: { ...nodeVersions, webcontainer: '1.6.1' } }],
  ['Chromium', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0' }],
  ['a page whose bundler imitates process', { versions: {}, userAgent: 'Mozilla/5.0' }],
  ['React Native, and whatever else is unknown', {}],
]

const outcome = async (
  answer: Answer | Answer[],
  options: Partial<PlantStoreClientOptions> = {},
) => {
  const { ok, error, sent } = await add(answer, options)
  return { ok, mayHaveBeenAdded: error?.mayHaveBeenAdded, attempts: sent.length }
}

const ofTheRequest = [400, 401, 403, 405, 406, 411, 413, 414, 415, 422, 431]
const ofTheMoment = [402, 404, 407, 409, 410, 412, 416, 417, 418, 421, 423, 424, 425, 426, 428, 429]
const others = [451, 499]

describe('A refusal that depends on the request alone would refuse a copy too', () => {
  test.each([...once, ...perhapsTwice])('%s: the plant was not added', async (_name, where) => {
    pretend(where)
    for (const status of ofTheRequest) {
      const expected = { ok: false, mayHaveBeenAdded: false, attempts: 1 }
      expect(await outcome(refused(status)), `${status}`).toEqual(expected)
      expect(await outcome(refused(status), { retryAmbiguous: true })).toEqual(expected)
    }
  })
})

describe('Every other 4xx, but 408', () => {
  test.each(once)(
    '%s sends once, and a fetch that you pass counts as its runtime does: the plant was not added',
    async (_name, where) => {
      pretend(where)
      for (const status of [...ofTheMoment, ...others])
        expect((await outcome(refused(status))).mayHaveBeenAdded, `${status}`).toBe(false)
    },
  )

  test.each(perhapsTwice)(
    '%s may have sent it before: the plant may have been added',
    async (_name, where) => {
      pretend(where)
      for (const status of [...ofTheMoment, ...others])
        expect((await outcome(refused(status))).mayHaveBeenAdded, `${status}`).toBe(true)
    },
  )
})

test.each([...once, ...perhapsTwice])(
  '%s: a 408 proves nothing, since service workers and gateways make it up',
  async (_name, where) => {
    pretend(where)
    for (const answer of [refused(408), busy('0', 408)])
      expect(await outcome(answer)).toEqual({ ok: false, mayHaveBeenAdded: true, attempts: 1 })
  },
)

const noConnection: Answer = connectionRefused
const atRefusing = { baseUrl: refusingUrl }

describe('Unless retryAmbiguous is set, maxRetries', () => {
  test.each(once)(
    '%s sends once: counts retries after 429 or 503 with Retry-After, and where no connection was made',
    async (_name, where) => {
      pretend(where)
      const expected = { ok: false, mayHaveBeenAdded: false, attempts: 3 }
      for (const answer of [busy(), busy('0', 429), noConnection])
        expect(await outcome(answer, atRefusing)).toEqual(expected)
    },
  )

  test.each(perhapsTwice)(
    '%s may repeat a request: does nothing, so that the client adds no plant twice',
    async (_name, where) => {
      pretend(where)
      const expected = { ok: false, mayHaveBeenAdded: true, attempts: 1 }
      for (const answer of [busy(), busy('0', 429), noConnection])
        expect(await outcome(answer, { ...atRefusing, maxRetries: 5 })).toEqual(expected)
    },
  )
})

test.each([...once, ...perhapsTwice])(
  '%s: after a 401, a provider is asked once more, and the plant is sent once more',
  async (_name, where) => {
    pretend(where)
    const expected = { ok: false, mayHaveBeenAdded: false, attempts: 2 }
    expect(await outcome(refused(401), { accessToken: () => 'token' })).toEqual(expected)
  },
)

test.each([...once, ...perhapsTwice])(
  '%s: with retryAmbiguous, 408, 425, 429, a 5xx and a network error are retried, and no other 4xx',
  async (_name, where) => {
    pretend(where)
    const attempts = async (answer: Answer) =>
      (await outcome(answer, { ...atRefusing, retryAmbiguous: true })).attempts
    const retried = [408, 425, 429, 500, 503, 504].map(status => refused(status))
    for (const answer of [...retried, busy(), noConnection, connectionReset])
      expect(await attempts(answer)).toBe(3)
    for (const status of [...ofTheRequest, ...ofTheMoment, ...others])
      if (status !== 425 && status !== 429)
        expect(await attempts(refused(status)), `${status}`).toBe(1)
  },
)

describe("Node's fetch sends once more after a 421 (Fetch standard)", () => {
  const answer =
    (status: number, body = '{"error":1,"message":"No."}') =>
    ({ response }: { response: import('node:http').ServerResponse }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)

  test('if both are refused so, the plant was not added', async () => {
    await using service = await recordingServer(answer(421))
    const { error } = await addTo(service.url)
    expect(error).toMatchObject({ response: { status: 421 }, mayHaveBeenAdded: false })
    expect(service.requests).toHaveLength(2)
  })

  test('otherwise the call ends as the second one did', async () => {
    await using service = await recordingServer(
      inTurn(answer(421), ({ add, response }) => {
        add()
        answer(200, '{"name":"Monstera"}')({ response })
      }),
    )
    expect((await addTo(service.url)).ok).toBe(true)
    expect(service.added).toEqual([1])
  })
})
