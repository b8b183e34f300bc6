// The end of a session: what belonged to it no longer changes anything, least of all a new session of that name.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createMockApp } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  add,
  heldRequest,
  lateBody,
  plant,
  refusalOf,
  addition as sending,
} from '../harness/addition.ts'
import { rawPost } from '../harness/raw-request.ts'
import { addition, transports } from './transports.ts'

describe.each(Object.entries(transports))('Through %s', (_name, reach) => {
  test('after endSession its held requests fail, and waiting callers are told', async () => {
    await using at = await reach()
    const { mock, origin, fetch } = at
    const session = mock.session('a')
    const hold = session.holdNext()
    const other = session.holdNext()
    const responding = fetch(`${origin}/~a/plants`, addition(1))
    await heldRequest(hold, responding)
    mock.endSession('a')
    await expect(responding).rejects.toThrow(TypeError)
    await expect(other.arrived).rejects.toThrow('The session a was ended')
    expect(session.plants).toEqual([])
  })

  test('its store can be read, and refuses changes, also in a new session of that name', async () => {
    await using at = await reach({ maxRequests: 1 })
    const { mock, origin, fetch } = at
    const session = mock.session('a')
    for (const id of [1, 2]) await fetch(`${origin}/~a/plants`, addition(id))
    expect([mock.endSession('a'), mock.endSession('a')]).toEqual([true, false])
    expect(session.plants).toHaveLength(2)
    expect(session.requests).toMatchObject([{ number: 2 }])
    for (const change of [
      () => session.failNext('cut-short'),
      () => session.clearFailures(),
      () => session.holdNext(),
      () => session.updateSettings({}),
      () => session.addPlants([]),
      () => session.reset(),
    ])
      expect(change, String(change)).toThrow(/^The session a was ended$/)
    mock.session('a').failNext({ status: 418 })
    expect((await fetch(`${origin}/~a/plants`, addition(1))).status).toBe(418)
  })

  test('a request whose body arrives after the end gets a 410 and adds nothing', async () => {
    await using at = await reach()
    const { mock, origin } = at
    const late = slow()
    const responding = at.fetch(`${origin}/~a/plants`, late.init)
    await expect.poll(() => mock.sessions).toEqual(['a'])
    const session = mock.session('a')
    mock.endSession('a')
    late.finish()
    expect(await refusalOf(responding)).toEqual([410, 'The session a was ended'])
    expect(session.plants).toEqual([])
  })

  test('a session with an unanswered request, whose body arrives, stays: another one gets a 503 with Retry-After', async () => {
    await using at = await reach({ maxSessions: 1 })
    const { mock, origin, fetch } = at
    const late = slow()
    const responding = fetch(`${origin}/~a/plants`, late.init)
    await expect.poll(() => mock.sessions).toEqual(['a'])
    const refused = await fetch(`${origin}/~b/plants`, addition(1))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    late.finish()
    expect((await responding).status).toBe(successStatus)
    expect(mock.session('a').plants).toHaveLength(1)
    expect((await fetch(`${origin}/~b/plants`, addition(1))).status).toBe(successStatus)
  })
})

test('the fetch of a store whose session was ended answers 410', async () => {
  const app = createMockApp()
  const store = app.session('a')
  app.endSession('a')
  expect(await refusalOf(add(store))).toEqual([410, 'The session a was ended'])
  expect([store.plants, store.requests, app.sessions]).toEqual([[], [], []])
})

test.each([
  ['POST', '/failures', { failure: 'cut-short' }],
  ['DELETE', '/failures/1', {}],
  ['POST', '/holds', {}],
  ['PUT', '/settings', { latency: 1 }],
  ['DELETE', '/requests', {}],
  ['POST', '/reset', {}],
])('%s %s that arrives after the end of its session is a 410', async (method, path, body) => {
  const app = createMockApp()
  const late = slow(JSON.stringify(body))
  const init = { ...late.init, method }
  const responding = app.fetch(`https://a.test/~a/__mock${path}`, init)
  await late.started
  app.endSession('a')
  late.finish()
  expect((await responding).status).toBe(410)
})

test('a client that disconnects while sending its body frees its session', async () => {
  await using server = await startMockServer({ port: 0, maxSessions: 1 })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(rawPost(plant(), [], '/~a/plants').slice(0, -1))
  await once(socket, 'connect')
  await expect.poll(() => server.sessions).toEqual(['a'])
  socket.destroy()
  await expect
    .poll(async () => (await fetch(`${server.url}/~b/plants`, addition(1))).status)
    .toBe(successStatus)
})

/** A request to add a plant whose body is sent in two parts. */
function slow(text?: string) {
  const { body, ...late } = lateBody(text)
  return { init: sending(body), ...late }
}
