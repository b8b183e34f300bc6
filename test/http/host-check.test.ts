// Which requests a server accepts, by Host.
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../harness/raw-request.ts'

async function statusOf(server: MockServer, headers: Record<string, string>, method = 'GET') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const path = method === 'GET' ? '/__mock/health' : '/__mock/reset'
  const { text } = await rawRequest(
    server.port,
    `${method} ${path} HTTP/1.1\r\n${lines.join('')}Content-Type: application/json\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

const HEALTH = (host: string) =>
  `GET /__mock/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

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

describe('a server on loopback', () => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0, allowedHosts: ['Plants.Test'] })
  })
  afterAll(() => server.close())

  test.each(LOOPBACK)('accepts %s', async host => {
    expect((await statusOf(server, { host })).status).toBe(200)
  })

  test.each([...NAMES, ...ADDRESSES, '[::ffff:8.8.8.8]'])('refuses %s', async host => {
    expect((await statusOf(server, { host })).status).toBe(403)
  })

  test('accepts an allowed name, and says how to allow another', async () => {
    expect((await statusOf(server, { host: 'plants.test:4010' })).status).toBe(200)
    const { text } = await statusOf(server, { host: 'mock:4010' })
    expect(text).toContain(
      'mock:4010 is not a name of this server: allow it with --allowed-host or allowedHosts',
    )
  })
})

describe.each([
  ['0.0.0.0', 200],
  ['::', 200],
  ['::ffff:127.0.0.1', 403],
])('a server on %s', (address, statusOfAddresses) => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0, host: address, allowedHosts: ['plants.test'] })
  })
  afterAll(() => server.close())

  test('accepts loopback and the allowed names', async () => {
    for (const host of [...LOOPBACK, 'plants.test'])
      expect((await statusOf(server, { host })).status, host).toBe(200)
  })

  test('refuses other names, which a page could rebind to it', async () => {
    for (const host of NAMES) expect((await statusOf(server, { host })).status, host).toBe(403)
  })

  test('accepts addresses unless it listens on loopback', async () => {
    for (const host of ADDRESSES)
      expect((await statusOf(server, { host })).status, host).toBe(statusOfAddresses)
  })
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('a server on %s is on loopback', async host => {
  await using server = await startMockServer({ port: 0, host })
  const { text } = await rawRequest(server.port, HEALTH('192.168.1.5'), host)
  expect(text).toMatch(/^HTTP\/1\.1 403/)
})

test('a server accepts an HTTP/1.0 request without Host', async () => {
  await using server = await startMockServer({ port: 0 })
  expect((await statusOf(server, { host: 'localhost' })).status).toBe(200)
  const { text } = await rawRequest(server.port, 'GET /__mock/health HTTP/1.0\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 200/)
})

test('a server accepts the name that it listens on', async () => {
  await using server = await startMockServer({ port: 0, host: 'localhost' })
  expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200)
})
