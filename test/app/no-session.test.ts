// Requests that are refused, and preflights, create no session and end none.
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { change, heldRequest } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'
import { addition, inSession, transports } from './transports.ts'

const preflight: RequestInit = {
  method: 'OPTIONS',
  headers: {
    origin: 'https://page.test',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-mock-session',
  },
}

describe.each(Object.entries(transports))('Through %s', (_name, reach) => {
  test.each(['/~a/plants', '/~a b/plants', '/~a/v1/plants', '/~a//plants', '/~a/__mock/reset'])(
    'a preflight of %s is answered and creates no session',
    async path => {
      await using at = await reach()
      const { status, headers } = await at.fetch(at.origin + path, preflight)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-headers')).toContain('authorization')
      expect(at.mock.sessions).toEqual([])
    },
  )

  test('a preflight is answered where there is no room for its session', async () => {
    await using at = await reach({ maxSessions: 1 })
    const { mock, origin, fetch } = at
    const hold = mock.session('a').holdNext()
    const responding = fetch(`${origin}/~a/plants`, addition(1))
    await heldRequest(hold, responding)
    expect((await fetch(`${origin}/~b/plants`, preflight)).status).toBe(204)
    const refused = await fetch(`${origin}/~b/plants`, addition(1))
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
    hold.release()
    await responding
  })

  test.each<[string, string, RequestInit, number]>([
    ['another path', '/~b/favicon.ico', {}, 404],
    ['an unknown path of the control API', '/~b/__mock/nothing', {}, 404],
    ['another method of the control API', '/~b/__mock/health', change('PUT'), 405],
    ['a page of another origin', '/~b/__mock/health', { headers: { origin: 'http://b' } }, 403],
  ])('%s creates no session and ends none', async (_case, path, init, status) => {
    await using at = await reach({ maxSessions: 1 })
    const { mock, origin, fetch } = at
    mock.session('a')
    expect((await fetch(origin + path, init)).status).toBe(status)
    expect(mock.sessions).toEqual(['a'])
  })

  test('another path and method are in the journal of a session that exists', async () => {
    await using at = await reach()
    const { mock, origin, fetch } = at
    const session = mock.session('a')
    await fetch(`${origin}/~a/plant`, addition(1))
    await fetch(`${origin}/plants`, { headers: inSession('a') })
    await fetch(`${origin}/~a/plants`, preflight)
    expect(session.requests.map(({ status }) => status)).toEqual([404, 405])
  })
})

test('a Host that the control API refuses creates no session', async () => {
  await using server = await startMockServer({ port: 0 })
  const request = rawPost('', ['Connection: close'], '/~a/__mock/reset')
  const { text } = await rawRequest(server.port, request.replace('localhost', 'page.test'))
  expect(text).toContain('403 Forbidden')
  expect(server.sessions).toEqual([])
})
