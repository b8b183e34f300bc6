// Any fetch will do: what it is called with, and what it may do wrong.
import { PlantStoreClient } from 'plant-store-client'
import { expect, test, vi } from 'vitest'
import { added, baseUrl, clientOf, monstera, neverAnswers } from './stub-fetch.ts'

const options = { baseUrl, accessToken: 'token', maxRetries: 0 }

test('globalThis.fetch is looked up at each call', async () => {
  const client = new PlantStoreClient(options)
  const original = globalThis.fetch
  try {
    for (const name of ['first', 'second']) {
      globalThis.fetch = async () => Response.json({ name })
      expect((await client.addPlant(monstera)).data?.name).toBe(name)
    }
  } finally {
    globalThis.fetch = original
  }
})

test.each([0, 1])(
  'it is called as (url, init), with plain values and no this, with %s middleware',
  async count => {
    const client = new PlantStoreClient({
      ...options,
      middleware: [{ onRequest() {} }].slice(0, count),
      async fetch(this: unknown, url, init) {
        expect(this === undefined || this === globalThis).toBe(true)
        expect(url).toBe(`${baseUrl}/plants`)
        expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
        expect(Object.getPrototypeOf(init?.headers)).toBe(Object.prototype)
        expect(init?.signal).toBeInstanceOf(AbortSignal)
        return added()
      },
    })
    expect((await client.addPlant(monstera)).error).toBeUndefined()
  },
)

test('one that ignores its signal', async () => {
  const { client } = clientOf(() => new Promise(() => {}))
  expect((await client.addPlant(monstera, { timeout: 30 })).error).toMatchObject({
    kind: 'timeout',
    mayHaveBeenAdded: true,
  })
})

test('none at all: the call says so, and nothing was sent', async () => {
  vi.stubGlobal('fetch', undefined)
  const { error } = await new PlantStoreClient(options).addPlant(monstera)
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
  expect(error?.message).toContain('there is no fetch')
})

test.each([[[]], [[{ onRequest() {} }]]])(
  'one whose response throws when looked at, with middleware %j',
  async middleware => {
    const response = {
      status: 200,
      text: async () => '{"name":"Monstera"}',
      get bodyUsed() {
        throw new Error('do not look')
      },
    }
    const { error } = await clientOf(() => response as never, { middleware }).client.addPlant(
      monstera,
    )
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toContain('do not look')
  },
)

test.each([undefined, null, '', 0])('onError gets what it throws, if that is %j', async thrown => {
  const errors: unknown[] = []
  const client = new PlantStoreClient({
    ...options,
    fetch: () => Promise.reject(thrown),
    middleware: [{ onError: ({ error }) => void errors.push(error) }],
  })
  const { error } = await client.addPlant(monstera)
  expect(errors).toEqual([thrown])
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
})

test('thousands of calls at the same time', async () => {
  const { client, sent } = clientOf(async ({ init }) => {
    const { id } = JSON.parse(String(init.body))
    if (id % 3 === 0) return neverAnswers({ init } as never)
    await new Promise(resolve => setImmediate(resolve))
    return Response.json({ name: `plant ${id}` })
  })
  const ids = Array.from({ length: 3000 }, (_, index) => index + 1)
  const results = await Promise.all(
    ids.map(id => client.addPlant({ id, name: 'Monstera' }, { timeout: id % 3 ? 20_000 : 100 })),
  )
  expect(sent).toHaveLength(3000)
  for (const [index, { data, error }] of results.entries()) {
    const id = index + 1
    if (id % 3) expect(data?.name).toBe(`plant ${id}`)
    else expect(error?.kind).toBe('timeout')
  }
})
