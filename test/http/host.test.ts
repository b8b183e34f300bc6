// Which requests the control API accepts, by Host, and that the service answers under any.
import { createMockApp } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plant } from '../harness/addition.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

async function statusOf(server: MockServer, host: string) {
  const { text } = await rawRequest(
    server.port,
    `GET /__mock/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

const NAMES = [
  'evil.com',
  'evil.com/.localhost',
  'evil.com#.localhost',
  'evil.com\\.localhost',
  'localhost.evil.com',
  'localhost@evil.com',
  '127.0.0.1.evil.com',
  '127.evil.com',
  '127.999.999.999',
  '127.1',
  '127.0.0.01',
  '[::1',
  '[::1].evil.com',
  '[evil.com]',
  '[1::2::3]',
  '[127.0.0.1]',
  'localhost:evil',
  '',
]

const LOOPBACK = [
  'localhost',
  'LOCALHOST:80',
  'a.localhost',
  '127.0.0.1',
  '127.255.0.9:1234',
  '[::1]',
  '[0:0:0:0:0:0:0:1]:80',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7f00:1]',
]

const ADDRESSES = ['192.168.1.5', '10.0.0.1:4010', '[fe80::1]', '[2001:db8::1]:4010']

/** No valid Host (RFC 9112, section 3.2), whatever it is for. */
const INVALID = NAMES.filter(name => !/^[\w.-]+$/.test(name) && !/^\[[\d:.]+\]$/.test(name))

describe.each(['127.0.0.1', '0.0.0.0', '::'])('a server on %s', host => {
  let server: MockServer
  beforeAll(async () => {
    const allowedHosts = ['Plants.Test:4010', 'bücher.test', '.preview.test']
    server = await startMockServer({ port: 0, host, allowedHosts })
  })
  afterAll(() => server.close())

  test('has an address that this machine reaches', async () => {
    const name = host === '127.0.0.1' ? host : 'localhost'
    expect(server.url).toBe(`http://${name}:${server.port}`)
    expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
  })

  test.each([
    ...LOOPBACK,
    ...ADDRESSES,
    'plants.test:4010',
    'xn--bcher-kva.test',
    'a.b.preview.test',
  ])('accepts %s', async name => {
    expect((await statusOf(server, name)).status).toBe(200)
  })

  test.each([...NAMES, 'preview.test', 'apreview.test', 'plants.test.evil.com'])(
    'refuses %s',
    async name => {
      const status = INVALID.includes(name) ? 400 : 403
      expect((await statusOf(server, name)).status).toBe(status)
    },
  )

  test.each(['10.0.2.2:4010', 'host.docker.internal:4010', 'a1b2.ngrok-free.app', 'evil.com'])(
    'answers the service under %s',
    async name => {
      const request = rawPost(plant(), ['Connection: close']).replace('localhost', name)
      expect((await rawRequest(server.port, request)).text).toMatch(/^HTTP\/1\.1 200/)
    },
  )

  test.each(['http', 'https'])(
    'refuses a foreign target in absolute form, whatever Host says: %s',
    async scheme => {
      for (const name of ['localhost', 'evil.test']) {
        server.store.addPlants([{ id: 1, name: 'Hoya' }])
        const request = rawPost('', ['Connection: close'], `${scheme}://evil.test/__mock/reset`)
        const { text } = await rawRequest(server.port, request.replace('localhost', name))
        expect(text).toMatch(/^HTTP\/1\.1 403/)
        expect(text).toContain('evil.test is not a name of this mock')
        expect(server.store.plants.length).toBeGreaterThan(0)
      }
    },
  )
})

describe('A name in allowedHosts', () => {
  test.each(['', 'a b', '*.x', 'http://mock', 'mock?', 'a@b', '.', 'mock:port', '%41'])(
    'that no Host can have is refused: %j',
    name => {
      expect(() => createMockApp({ allowedHosts: [name] })).toThrow(
        'allowedHosts must be an array of names such as mock or .example.com',
      )
    },
  )

  test('is accepted with a port, and if it is an address', () => {
    createMockApp({ allowedHosts: ['mock:4132', 'a_b', '::1', '[::1]:4010', '10.0.0.1'] })
  })
})

test('a server accepts the name that it listens on', async () => {
  await using server = await startMockServer({ port: 0, host: 'localhost' })
  expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
})
