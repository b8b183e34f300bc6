// Sessions: state that requests share only if they name the same session. How a request names one is shown through
// each transport, and the rest in the process.
import { createMockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { errorMessage, successStatus } from '../../generated/contract.ts'
import { change, controlRefusalOf, heldRequest, refusalOf } from '../harness/addition.ts'
import { addition, inSession, reachApp, transports } from './transports.ts'

describe.each(Object.entries(transports))('Through %s', (_name, reach) => {
  test('the header x-mock-session and the path prefix, in a base address such as /~alice, name the same session, a store of its own, which shares nothing', async () => {
    await using at = await reach({ basePath: '/v1' })
    const { mock, origin, fetch } = at
    await fetch(`${origin}/v1/plants`, addition(1))
    await fetch(`${origin}/v1/plants`, addition(2, inSession('a')))
    await fetch(`${origin}/~a/v1/plants`, addition(3))
    await fetch(`${origin}/%7Ea/v1/plants`, addition(4, inSession('a')))
    await fetch(`${origin}/~b/v1/plants?x=1`, addition(5))

    const ids = (session?: string) =>
      (session === undefined ? mock.store : mock.session(session)).plants.map(({ id }) => id)
    expect([ids(), ids('a'), ids('b')]).toEqual([[1], [2, 3, 4], [5]])
    expect(mock.sessions).toEqual(['a', 'b'])
  })

  test('the control API accepts a session by prefix and by header; its console is at /~NAME/__mock', async () => {
    await using at = await reach({ basePath: '/v1' })
    const { mock, origin, fetch } = at
    const failure = { failure: { status: 418 } }
    await fetch(`${origin}/~a/__mock/failures`, change('POST', failure))
    const { status } = await fetch(`${origin}/v1/plants`, addition(1, inSession('a')))
    expect(status).toBe(418)

    const headers = inSession('a')
    const state = await (await fetch(`${origin}/__mock/health`, { headers })).json()
    expect(state).toMatchObject({ session: 'a', basePath: '/v1', requests: 1, sessions: 1 })
    const own = await (await fetch(`${origin}/__mock/health`)).json()
    expect(own).toMatchObject({ requests: 0, sessions: 1 })
    expect(own).not.toHaveProperty('session')
    expect(mock.store.requests).toEqual([])
    const page = await fetch(`${origin}/~a/__mock`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test.each(['..', '__proto__', `${'a'.repeat(60)}Z9._`])(
    '%s is a name like any other of 1 to 64 characters, and DELETE /sessions/~NAME ends that session',
    async name => {
      await using at = await reach()
      const { mock, origin, fetch } = at
      await fetch(`${origin}/plants`, addition(1, inSession(name)))
      await fetch(`${origin}/~${name}/plants`, addition(2))
      await fetch(`${origin}/~${name}/__mock/plants`, change('POST', [{ id: 3, name: 'Hoya' }]))
      expect(mock.session(name).plants.map(({ id }) => id)).toEqual([1, 2, 3])
      const state = await (await fetch(`${origin}/~${name}/__mock/health`)).json()
      expect(state).toMatchObject({ session: name, plants: 3 })
      const sessions = await (await fetch(`${origin}/__mock/sessions`)).json()
      expect(sessions).toMatchObject([{ name, plants: 3 }])

      const ended = await fetch(`${origin}/__mock/sessions/~${name}`, change('DELETE'))
      expect([ended.status, await ended.json()]).toEqual([200, []])
      const again = fetch(`${origin}/__mock/sessions/%7E${name}`, change('DELETE'))
      expect(await controlRefusalOf(again)).toEqual([404, `There is no session ${name}`])
      expect(mock.sessions).toEqual([])
    },
  )

  test.each([
    ['in the path', '/~a b/plants', {}, '"a%20b" is not the name of a session'],
    ['with a token', '/~a;access_token=secret/plants', {}, '"a;access_token=[redacted]" is not'],
    ['that is empty', '/~/plants', {}, '"" is not the name of a session'],
    ['in the header', '/plants', inSession('ü'), '"ü" is not the name of a session'],
    ['that is an empty header', '/plants', inSession(''), '"" is not the name of a session'],
    ['that is too long', `/~${'a'.repeat(65)}/plants`, {}, `"${'a'.repeat(65)}" is not the name`],
    [
      'that is given twice',
      '/~a/plants',
      inSession('b'),
      'The path names the session "a", and x-mock-session names "b": send one of them',
    ],
  ])('a name %s: a 400 any page can read, in no journal', async (_case, path, headers, message) => {
    await using at = await reach()
    const { mock, origin, fetch } = at
    const response = await fetch(origin + path, addition(1, headers))
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(errorMessage(await response.json())).toContain(message)
    expect([mock.sessions, mock.store.requests]).toEqual([[], []])

    const control = path.replace('/plants', '/__mock/health')
    const refused = await fetch(origin + control, { headers })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('x-mock-server')).toBe('plant-store')
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('A session', () => {
  test('is a store of its own, with its failures and resets', async () => {
    await using at = await reachApp()
    const { mock, origin, fetch } = at
    mock.session('a').failNext({ status: 503 })
    const status = async (session: string) =>
      (await fetch(`${origin}/plants`, addition(1, inSession(session)))).status
    expect([await status('b'), await status('a')]).toEqual([successStatus, 503])

    mock.session('a').reset()
    expect(mock.session('a').requests).toEqual([])
    expect(mock.session('b').requests).toHaveLength(1)
  })

  test('is named in its journal, except the default one', async () => {
    await using at = await reachApp()
    const { mock, origin, fetch } = at
    await fetch(`${origin}/plants`, addition(1))
    await fetch(`${origin}/~a/plants`, addition(1))
    expect(mock.store.requests[0]).not.toHaveProperty('session')
    const [request] = mock.session('a').requests
    expect(request).toMatchObject({ number: 1, session: 'a', url: `${origin}/~a/plants` })
  })

  test('is created when first named, with the options of the app, or of the option store, the store of the default session', async () => {
    const plants = [{ id: 1, name: 'Hoya' }]
    const options = { accessTokens: ['token'], duplicateIds: 'reject', plants } as const
    for (const given of [options, { store: createMockStore(options) }]) {
      await using at = await reachApp(given)
      const { mock, origin, fetch } = at
      expect((await fetch(`${origin}/~a/plants`, addition(1))).status).toBe(400)
      expect(mock.session('a').plants).toEqual(plants)
      const other = addition(2, { authorization: 'Bearer other' })
      expect((await fetch(`${origin}/~a/plants`, other)).status).toBe(401)
      if ('store' in given) expect(mock.store).toBe(given.store)
    }
  })

  test('is listed by GET /sessions, the longest idle first, and ended by DELETE /sessions/NAME', async () => {
    await using at = await reachApp()
    const { mock, origin, fetch } = at
    for (const session of ['a', 'b', 'a'])
      await fetch(`${origin}/plants`, addition(1, inSession(session)))
    mock.session('b').failNext({ status: 503 })
    await fetch(`${origin}/plants`, addition(2, inSession('b')))
    const sessions = await (await fetch(`${origin}/__mock/sessions`)).json()
    expect(sessions).toEqual([
      { name: 'a', plants: 2, requests: 2, failed: 0, idle: expect.any(Number) },
      { name: 'b', plants: 1, requests: 2, failed: 1, idle: expect.any(Number) },
    ])

    const ended = await fetch(`${origin}/__mock/sessions/a`, change('DELETE'))
    expect(ended.status).toBe(200)
    expect(await ended.json()).toMatchObject([{ name: 'b' }])
    expect(mock.sessions).toEqual(['b'])
    expect(mock.session('a').plants).toEqual([])
  })

  test('that has been idle longest ends beyond maxSessions, an option of apps and servers, 1,000 by default', async () => {
    await using byDefault = await reachApp()
    for (let count = 0; count <= 1_000; count++) byDefault.mock.session(`s${count}`)
    expect(byDefault.mock.sessions).toHaveLength(1_000)
    await using at = await reachApp({ maxSessions: 2 })
    const { mock, origin, fetch } = at
    for (const session of ['a', 'b', 'a', 'c'])
      await fetch(`${origin}/plants`, addition(1, inSession(session)))
    expect(mock.sessions).toEqual(['a', 'c'])
    expect(mock.session('a').plants).toHaveLength(2)
  })

  test('with an unanswered request stays, and is not ended to make room', async () => {
    await using at = await reachApp({ maxSessions: 1 })
    const { mock, origin, fetch } = at
    const hold = mock.session('a').holdNext()
    const responding = fetch(`${origin}/~a/plants`, addition(1))
    await heldRequest(hold, responding)
    const full =
      'There is no room for another session: all 1 are in use. End one, or raise maxSessions'
    expect(await refusalOf(fetch(`${origin}/~b/plants`, addition(1)))).toEqual([503, full])
    expect(() => mock.session('b')).toThrow('There is no room for another session')
    hold.release()
    expect((await responding).status).toBe(successStatus)
    expect((await fetch(`${origin}/~b/plants`, addition(1))).status).toBe(successStatus)
    expect(mock.sessions).toEqual(['b'])
  })
})
