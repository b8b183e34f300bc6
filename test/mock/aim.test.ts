// failNext with times, skip and match: which request gets which failure, through each transport.

import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import {
  createMockApp,
  createMockStore,
  type MockApp,
  type MockStore,
  type NewPlant,
} from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { transports } from '../support/transports.ts'

const toInit = (body: string): RequestInit => ({
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body,
})

const toBody = (id: number | bigint, name = 'Monstera', tag?: string) =>
  `{"id":${id},"name":"${name}"${tag ? `,"tag":"${tag}"` : ''}}`

/** What is on command, what is sent, and the statuses of the responses. */
const CASES: [name: string, command: (store: MockStore) => void, bodies: string[], number[]][] = [
  [
    'skip lets requests pass first',
    store => store.failNext({ status: 503 }, { skip: 2 }),
    [toBody(1), toBody(2), toBody(3), toBody(4)],
    [successStatus, successStatus, 503, successStatus],
  ],
  [
    'match fails the plant it names',
    store => store.failNext({ status: 503 }, { match: { id: 2 } }),
    [toBody(1), toBody(2), toBody(2)],
    [successStatus, 503, successStatus],
  ],
  [
    'match compares ids exactly',
    store => store.failNext({ status: 503 }, { match: { id: 9007199254740993n } }),
    [toBody(9007199254740992n), toBody(9007199254740993n)],
    [successStatus, 503],
  ],
  [
    'an id matches whether it is a number or a bigint, and however it is written',
    store => store.failNext({ status: 503 }, { match: { id: 7n }, times: 2 }),
    ['{"id":7,"name":"a"}', '{"id":0.7e1,"name":"a"}', '{"id":7,"name":"a"}'],
    [503, 503, successStatus],
  ],
  [
    'every field of a match must be equal',
    store => store.failNext({ status: 503 }, { match: { name: 'Ficus', tag: 'dry' } }),
    [toBody(1, 'Ficus'), toBody(2, 'Monstera', 'dry'), toBody(3, 'Ficus', 'dry')],
    [successStatus, successStatus, 503],
  ],
  [
    'skip and times count matching requests alone',
    store => store.failNext({ status: 503 }, { match: { tag: 'dry' }, skip: 1, times: 2 }),
    [
      toBody(1, 'a', 'dry'),
      toBody(2),
      toBody(3, 'a', 'dry'),
      toBody(4),
      toBody(5, 'a', 'dry'),
      toBody(6, 'a', 'dry'),
    ],
    [successStatus, successStatus, 503, successStatus, 503, successStatus],
  ],
  [
    'the first pending failure that is for a request is taken',
    store => {
      store.failNext({ status: 500 }, { match: { id: 1 } })
      store.failNext({ status: 501 }, { skip: 1 })
      store.failNext({ status: 502 })
    },
    [toBody(2), toBody(3), toBody(1), toBody(4)],
    [502, 501, 500, successStatus],
  ],
  [
    'only valid plants match',
    store => store.failNext({ status: 503 }, { match: { id: 1 }, times: Infinity }),
    ['{"id":1}', '{"id":1', '{"id":"1","name":"a"}', toBody(1)],
    [400, 400, 400, 503],
  ],
  [
    'a match without fields is any valid plant',
    store => store.failNext({ status: 503 }, { match: {}, times: Infinity }),
    ['{}', toBody(1)],
    [400, 503],
  ],
  [
    'a function sees each plant',
    store => store.failNext({ status: 503 }, { match: ({ name }) => name.length > 3, times: 2 }),
    [toBody(1, 'abc'), toBody(2, 'abcd')],
    [successStatus, 503],
  ],
]

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  test.each(CASES)('%s', async (_name, command, bodies, expected) => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    command(store)
    const statuses: number[] = []
    for (const body of bodies) {
      const response = await fetch(`${url}/plants`, toInit(body))
      statuses.push(response.status)
      await response.text()
    }
    await close()
    expect(statuses).toEqual(expected)
    expect(store.plants).toHaveLength(expected.filter(status => status === successStatus).length)
  })

  test('a function that throws is a 500, and nothing is lost', async () => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    let throws = true
    store.failNext({ status: 501 }, { skip: 1 })
    store.failNext(
      { status: 502 },
      {
        match() {
          if (throws) throw new Error('oops')
          return true
        },
      },
    )
    const send = async () => (await fetch(`${url}/plants`, toInit(toBody(1)))).status
    const first = await fetch(`${url}/plants`, toInit(toBody(1)))
    expect(first.status).toBe(500)
    expect(await first.json()).toEqual({ error: 500, message: 'The mock failed: oops' })
    throws = false
    expect([await send(), await send(), await send()]).toEqual([502, 501, successStatus])
    expect(store.requests[0]).toMatchObject({ status: 500, reason: 'The mock failed: oops' })
    await close()
  })
})

const send = (store: MockStore, body: string) => store.fetch('https://a.test/plants', toInit(body))

test('a failed request that could match has its body in the journal', async () => {
  const store = createMockStore()
  store.failNext('network-error', { match: { id: 9007199254740993n } })
  await send(store, toBody(9007199254740993n)).catch(() => {})
  expect(store.requests).toMatchObject([{ body: { id: 9007199254740993n, name: 'Monstera' } }])
})

describe('a client that waits for 100 (Continue) is asked for the body of a wrong request', () => {
  /** Whether the body is read of a request that lacks its token. */
  async function readsBody(store: MockStore): Promise<boolean> {
    const headers = { expect: '100-continue', 'content-type': 'application/json' }
    const response = await store.fetch('https://a.test/plants', { ...toInit(toBody(1)), headers })
    expect(response.status).toBe(401)
    return store.requests.at(-1)?.body !== undefined
  }

  test.each<[end: string, (app: MockApp) => unknown]>([
    ['met', ({ store }) => send(store, toBody(2))],
    ['cleared', app => control(app, '')],
    ['removed', app => control(app, '/2')],
  ])('until the failure with a match is %s', async (_end, end) => {
    const app = createMockApp()
    app.store.failNext({ status: 503 }, { skip: 100 })
    expect(await readsBody(app.store)).toBe(false)
    app.store.failNext({ status: 503 }, { match: { id: 2 } })
    expect(await readsBody(app.store)).toBe(true)
    await end(app)
    expect(await readsBody(app.store)).toBe(false)
    app.store.failNext({ status: 503 }, { match: { id: 2 } })
    expect(await readsBody(app.store)).toBe(true)
  })

  test('until the hold is released', async () => {
    const store = createMockStore()
    const hold = store.holdNext({ match: { id: 2 } })
    expect(await readsBody(store)).toBe(true)
    hold.release()
    expect(await readsBody(store)).toBe(false)
  })

  const control = (app: MockApp, path: string) =>
    app.fetch(`https://a.test/__mock/failures${path}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    })
})

test('a match is read before the token is checked', async () => {
  const store = createMockStore({ accessTokens: ['other'] })
  store.failNext({ status: 503 }, { match: { id: 1 } })
  expect((await send(store, toBody(1))).status).toBe(503)
  expect((await send(store, toBody(1))).status).toBe(401)
})

test('later changes to a match, and what a function does to a plant, reach nothing', async () => {
  const store = createMockStore()
  const match = { id: 1 }
  store.failNext({ status: 503 }, { match })
  match.id = 2
  const rename = (plant: NewPlant) => {
    plant.name = 'changed'
    return false
  }
  store.failNext({ status: 503 }, { match: rename })
  expect((await send(store, toBody(2))).status).toBe(successStatus)
  expect((await send(store, toBody(1))).status).toBe(503)
  expect(store.plants).toEqual([{ id: 2, name: 'Monstera' }])
})

test('a function that gives a promise is a fault, since every promise would match', async () => {
  const store = createMockStore()
  store.failNext({ status: 503 }, { match: (async () => false) as never })
  const response = await send(store, toBody(1))
  expect(await response.json()).toMatchObject({
    message: 'The mock failed: match must return true or false, not a promise',
  })
})

test.each([
  ['of this realm', async () => Promise.reject(new Error('no tag'))],
  ['of another realm', () => runInNewContext("Promise.reject(new Error('no tag'))")],
])('a rejected promise %s that a function gives is handled', async (_realm, match) => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const store = createMockStore()
    store.failNext({ status: 503 }, { match: match as never })
    const response = await send(store, toBody(1))
    expect(await response.json()).toMatchObject({
      message: 'The mock failed: match must return true or false, not a promise',
    })
    await setImmediate() // by then Node has reported the rejections that nobody handled
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})

test('failNext names everything that is wrong with its options', () => {
  const options = { times: 0, skip: -1, match: { id: '1', nam: 'a', tag: 2 }, after: 3 }
  const call = () => createMockStore().failNext('cut-short', options as never)
  expect(call).toThrow(TypeError)
  expect(call).toThrow(
    /^times must be a positive integer or Infinity; skip must be an integer, 0 or more; match\/nam is not a field of a plant: it has name, tag, id; match\/\w+ must be [^;]*; match\/\w+ must be [^;]*; after is not an option of failNext$/,
  )
})

test.each([null, 7, 'id'])('failNext refuses %j as a match and as its options', value => {
  const store = createMockStore()
  expect(() => store.failNext('cut-short', { match: value as never })).toThrow(
    'match must be an object of name, tag, id, or a function',
  )
  expect(() => store.failNext('cut-short', value as never)).toThrow('options must be an object')
})

test('a random failure is marked as one', async () => {
  const store = createMockStore({ failureRate: 1, randomSeed: 1 })
  store.failNext({ status: 418 })
  await send(store, toBody(1))
  await send(store, toBody(1)).catch(() => {})
  expect(store.requests[0]).not.toHaveProperty('random')
  expect(store.requests[1]).toMatchObject({ random: true, failure: expect.anything() })
})
