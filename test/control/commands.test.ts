// The control API: aimed failures, holds, seeding and clearing, and how a state lists them.
import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import type { JsonRequest, MockState } from '../../mock/control/types.ts'
import { change, controlRefusalOf } from '../harness/addition.ts'

let server: MockServer
let client: PlantStoreClient
beforeEach(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['secret-token'] })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'secret-token', maxRetries: 0 })
})
afterEach(() => server.close())

const send = (method: string, path: string, body?: string) =>
  fetch(`${server.url}/__mock${path}`, method === 'GET' ? {} : change(method, body))
const stateAfter = async (method: string, path: string, body?: string): Promise<MockState> =>
  (await send(method, path, body)).json()
const health = () => stateAfter('GET', '/health')
const add = (id: number, name = 'Monstera') => client.addPlant({ id, name })
const statusOf = async (id: number) => (await add(id)).response?.status

describe('Failures', () => {
  test('POST /failures takes a failure, times, also "Infinity", skip and match, and they are listed with them', async () => {
    const failure = '{"failure":{"status":503},"times":2,"skip":1,"match":{"id":9007199254740993}}'
    const { id } = await (await send('POST', '/failures', failure)).json()
    expect(await (await send('GET', '/health')).text()).toContain(
      `"scheduled":[{"id":"${id}","failure":{"status":503},"times":2,"skip":1,"match":{"id":9007199254740993}}]`,
    )
    await send('POST', '/failures', '{"failure":"cut-short","times":"Infinity","match":{"id":2}}')
    const kinds: (string | undefined)[] = []
    for (const id of [1, 2, 2]) kinds.push((await add(id)).error?.kind)
    expect(kinds).toEqual([undefined, 'network', 'network'])
    expect((await health()).scheduled).toMatchObject([{ id, times: 2 }, { times: 'Infinity' }])
  })

  test('of the process are listed too, a function by its name', async () => {
    server.store.failNext('no-answer', { match: () => false })
    expect((await health()).scheduled).toMatchObject([{ match: 'function', times: 1, skip: 0 }])
  })

  test('POST /failures returns the id, by which DELETE /failures/ID removes a failure, and which the journal has as failureId', async () => {
    const answers: { id: string }[] = []
    for (const failure of ['{"failure":{"status":500}}', '{"failure":{"status":501}}'])
      answers.push(await (await send('POST', '/failures', failure)).json())
    const [first, second] = answers.map(({ id }) => id)
    const { scheduled } = await stateAfter('DELETE', `/failures/${first}`)
    expect(scheduled).toMatchObject([{ id: second }])
    const message = `There is no failure ${first}: it was used or cleared`
    expect(await controlRefusalOf(send('DELETE', `/failures/${first}`))).toEqual([404, message])
    expect([await statusOf(1), await statusOf(1)]).toEqual([501, successStatus])
    expect(server.store.requests[0]?.failureId).toBe(second)
  })
})

test('The state has holds and failures in the order in which a request meets them: the holds first', async () => {
  const { store } = server
  store.failNext({ status: 503 })
  store.holdNext()
  store.failNext({ status: 500 }, { skip: 1 })
  store.holdNext({ match: { id: 2 } })
  expect((await health()).scheduled).toMatchObject([
    {},
    { match: { id: 2 } },
    { failure: { status: 503 } },
    { failure: { status: 500 }, skip: 1 },
  ])
  const adding = add(2)
  await expect.poll(async () => (await health()).held.length).toBe(1)
  const { scheduled, held } = await health()
  expect(scheduled.map(each => 'failure' in each)).toEqual([false, true, true])
  await send('POST', `/holds/${held[0]?.id}/release`)
  expect((await adding).response?.status).toBe(503)
})

describe('A hold', () => {
  const hold = async (body = '{}'): Promise<string> =>
    (await (await send('POST', '/holds', body)).json()).id

  test('POST /holds holds the next request that matches, GET /holds lists the holds, GET /holds/ID returns the request once it has arrived, and POST /holds/ID/release releases it', async () => {
    const id = await hold('{"match":{"id":2}}')
    expect(await (await send('GET', '/holds')).json()).toEqual([{ id, match: { id: 2 } }])
    const arriving = send('GET', `/holds/${id}`)
    await add(1)
    const adding = add(2)
    const request: JsonRequest = await (await arriving).json()
    expect(request).toMatchObject({ number: 2, inFlight: 'held', body: { id: 2 } })
    expect(JSON.stringify(request)).not.toContain('secret-token')
    const state = await health()
    expect(state).toMatchObject({ requests: 1, inFlight: [{}], held: [{}] })
    expect(state.inFlight).toEqual([request])
    expect(state.held).toEqual([{ id, match: { id: 2 }, request }])
    expect(await (await send('GET', '/requests')).json()).toMatchObject([{ number: 1 }, request])
    expect(await (await send('GET', '/requests?last=1')).json()).toEqual([request])

    const after = await stateAfter('POST', `/holds/${id}/release`)
    expect((await adding).ok).toBe(true)
    expect(after.held).toEqual([])
  })

  test('POST /holds/ID/release fails the request with a failure', async () => {
    const id = await hold()
    const adding = add(1)
    await send('GET', `/holds/${id}`)
    const wrong = send('POST', `/holds/${id}/release`, '{"failure":"boom","after":1}')
    const message = expect.stringMatching(/^failure must be .*; after is not a property/)
    expect(await controlRefusalOf(wrong)).toEqual([400, message])
    await send('POST', `/holds/${id}/release`, '{"failure":{"status":503}}')
    expect((await adding).response?.status).toBe(503)
  })

  test('that is gone is a 404 that says so', async () => {
    const id = await hold()
    const waiting = send('GET', `/holds/${id}`)
    await send('POST', '/reset')
    const over = `The hold ${id} is over. The store was reset`
    const none = 'There is no hold none, or it ended long ago'
    for (const [response, message] of [
      [waiting, over],
      [send('GET', `/holds/${id}`), over],
      [send('POST', `/holds/${id}/release`), over],
      [send('GET', '/holds/none'), none],
      [send('POST', '/holds/none/release'), none],
    ] as const)
      expect(await controlRefusalOf(response)).toEqual([404, message])
  })
})

test('POST /plants adds those of an array, all or none, ids digit for digit, without unknown fields', async () => {
  const added: unknown[] = []
  server.store.on('plant', plant => added.push(plant))
  const body = '[{"id":9007199254740993,"name":"a","water":1},{"id":2,"name":"b","tag":"c"}]'
  expect((await stateAfter('POST', '/plants', body)).plants).toBe(2)
  expect(server.store.plants).toEqual([
    { id: 9007199254740993n, name: 'a' },
    { id: 2, name: 'b', tag: 'c' },
  ])
  expect(added).toEqual(server.store.plants)
  expect((await send('POST', '/plants', '[{"id":3,"name":"c"},{"id":4}]')).status).toBe(400)
  expect(server.store.plants).toHaveLength(2)
})

test('DELETE /requests clears the journal alone, and listeners start over', async () => {
  await add(1)
  const before = await health()
  const after = await stateAfter('DELETE', '/requests')
  expect(after).toMatchObject({ plants: 1, requests: 0 })
  expect(after.epoch).not.toBe(before.epoch)
  await add(2)
  expect(await (await send('GET', '/requests')).json()).toMatchObject([{ number: 2 }])
  const { epoch } = await stateAfter('POST', '/reset')
  expect(new Set([before.epoch, after.epoch, epoch]).size).toBe(3)
})
