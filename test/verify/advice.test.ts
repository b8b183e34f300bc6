// What verify advises where it gets no response that it can read.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttp2 } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { listen } from '../harness/listen.ts'
import { startRawUpstream } from '../harness/upstream.ts'
import { TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

const folder = join(import.meta.dirname, '../fixtures/certificates')
const [key, cert] = ['key.pem', 'self-signed.pem'].map(name => readFileSync(join(folder, name)))

async function advised(server: Server, scheme: string): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await verify(`${scheme}://127.0.0.1:${port}`, '--token', TOKEN)
  server.close()
  expect(code).toBe(3)
  return stderr
}

test('a certificate that nobody trusts', async () => {
  const server = createHttps({ key, cert }, (_, response) => response.end())
  expect(await advised(server, 'https')).toMatch(
    /self-signed certificate.*To trust its certificate, set the environment variable NODE_EXTRA_CA_CERTS/,
  )
})

test('a service that speaks HTTP/2 alone', async () => {
  expect(await advised(createHttp2(), 'http')).toMatch(/HTTP\/2 alone: verify needs HTTP\/1\.1$/m)
})

test('a service that does not speak TLS', async () => {
  await using server = await listen((_, response) => response.end())
  const url = server.url.replace('http:', 'https:')
  const { code, stderr } = await verify(url, '--token', TOKEN)
  expect(code).toBe(3)
  expect(stderr).toMatch(/try http:\/\/ in place of https:\/\/$/m)
})

test('a service that wants a certificate of its client', async () => {
  const server = createHttps(
    { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
    (_, response) => response.end(),
  )
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    expect(await advised(server, 'https')).toMatch(
      /other side closed\. It may want a certificate of the client, which verify has not$/m,
    )
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

// https://github.com/nodejs/undici/issues/2161
test('a proxy that refuses: the reason is what it responded', async () => {
  await using proxy = await startRawUpstream(socket => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NO_PROXY: '' }
  const args = ['verify', 'https://plants.test', '--token', TOKEN, '--yes']
  const { code, stderr } = await new Bin(args, env, 'plant-store-client').ended
  expect(code).toBe(3)
  expect(stderr).toMatch(/no response: Proxy response \(407\)/)
})
