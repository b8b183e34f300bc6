// Which requests the control API accepts, by Host, and that the service answers under any.
import { createMockApp } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plant } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

/** No name of this machine, and no other that is allowed. */
const NAMES = [
  ...['evil.com', 'localhost.evil.com', '127.0.0.1.evil.com', '127.evil.com'],
  ...['127.999.999.999', '127.1', '127.0.0.01', '[1::2::3]', '[127.0.0.1]'],
  ...['preview.test', 'apreview.test', 'aplants.test', 'plants.test.evil.com'],
]

/** No valid Host (RFC 9112, section 3.2), whatever it is for. */
const INVALID = [
  ...['evil.com/.localhost', 'evil.com#.localhost', 'evil.com\\.localhost', 'localhost@evil.com'],
  ...['[::1', '[::1].evil.com', '[evil.com]', 'localhost:evil', ''],
]

const ACCEPTED = [
  ...['localhost', 'LOCALHOST:80', 'a.localhost', '127.0.0.1', '127.255.0.9:1234'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]:80', '[::ffff:127.0.0.1]', '[::FFFF:7f00:1]'],
  ...['192.168.1.5', '10.0.0.1:4010', '[fe80::1]', '[2001:db8::1]:4010'],
  ...['plants.test:4010', 'xn--bcher-kva.test', 'a.b.preview.test'],
]

describe.each(['127.0.0.1', '0.0.0.0', '::'])('a server that listens on %s', host => {
  let server: MockServer
  beforeAll(async () => {
    const allowedHosts = ['Plants.Test:4010', 'bücher.test', '.preview.test']
    server = await startMockServer({ port: 0, host, allowedHosts })
  })
  afterAll(() => server.close())

  test('has an address that this machine reaches, and a health check by localhost', async () => {
    const name = host === '127.0.0.1' ? host : 'localhost'
    expect(server.url).toBe(`http://${name}:${server.port}`)
    expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
  })

  test('other machines, or here another address, reach it, unless it listens on 127.0.0.1', async ({
    skip,
  }) => {
    skip(process.platform !== 'linux', 'only Linux has 127.0.0.2 by itself')
    const answer = fetch(`http://127.0.0.2:${server.port}/__mock/health`)
    expect((await answer.catch(() => undefined))?.ok).toBe(host === '127.0.0.1' ? undefined : true)
  })

  test.each([
    ...ACCEPTED.map(name => [200, name] as const),
    ...NAMES.map(name => [403, name] as const),
    ...INVALID.map(name => [400, name] as const),
  ])('against DNS rebinding, gives a %i to the control API under %s', async (status, name) => {
    const request = `GET /__mock/health HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`
    const { text } = await rawRequest(server.port, request)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  })

  test.each(['10.0.2.2:4010', 'host.docker.internal:4010', 'a1b2.ngrok-free.app', 'evil.com'])(
    "answers the service under any name, as Android's emulator reaches it at http://10.0.2.2:4010: %s",
    async name => {
      const request = rawPost(plant(), ['Connection: close']).replace('localhost', name)
      expect((await rawRequest(server.port, request)).text).toMatch(/^HTTP\/1\.1 200/)
    },
  )

  test.each([
    ['http', 'localhost'],
    ['https', 'evil.test'],
  ])('refuses a foreign target in absolute form, of %s, under %s', async (scheme, name) => {
    server.store.addPlants([{ id: 1, name: 'Hoya' }])
    const request = rawPost('', ['Connection: close'], `${scheme}://evil.test/__mock/reset`)
    const { text } = await rawRequest(server.port, request.replace('localhost', name))
    expect(text).toMatch(/^HTTP\/1\.1 403/)
    expect(text).toContain('evil.test is not a name of this mock')
    expect(server.store.plants.length).toBeGreaterThan(0)
  })
})

describe('A name in allowedHosts', () => {
  test.each(['', 'a b', '*.x', 'http://mock', 'mock?', 'a@b', '.', 'mock:port', '%41'])(
    'that no Host can have is refused: %j',
    name => {
      const message = 'allowedHosts must be an array of names such as mock or .example.com'
      expect(() => createMockApp({ allowedHosts: [name] })).toThrow(message)
    },
  )

  test('such as mock is accepted with a port, and if it is an address', () => {
    createMockApp({ allowedHosts: ['mock:4132', 'a_b', '::1', '[::1]:4010', '10.0.0.1'] })
  })
})
