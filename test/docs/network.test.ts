// What docs/frameworks.md says of a proxy and of a private authority: variables of Node alone, and no code.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createProxy } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const certificate = resolve('test/fixtures/certificates/self-signed.pem')

const service = createServer(
  { key: readFileSync('test/fixtures/certificates/key.pem'), cert: readFileSync(certificate) },
  (_, response) =>
    response.setHeader('content-type', 'application/json').end('{ "name": "Monstera" }'),
)
/** The hosts and ports that the proxy was asked for. */
let asked: string[] = []
const proxy = createProxy().on('connect', ({ url = '' }, client: Socket) => {
  asked.push(url)
  const behind = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    behind.pipe(client).pipe(behind)
  })
  for (const socket of [client, behind]) socket.on('error', () => {})
})
beforeAll(async () => {
  for (const server of [service, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [service, proxy]) server.close()
})

/** What a program of a user prints that adds a plant to the service. */
async function addPlant(variables: Record<string, string>): Promise<string> {
  const { port } = service.address() as AddressInfo
  const script = `
    import { PlantStoreClient } from 'plant-store-client'
    const baseUrl = 'https://localhost:${port}'
    const { data, error } = await new PlantStoreClient({ baseUrl, accessToken: 'token' })
      .addPlant({ id: 1, name: 'Monstera' })
    console.log(data?.name ?? error.message)`
  const env = { PATH: process.env.PATH, ...variables }
  asked = []
  const args = ['--input-type=module', '--eval', script]
  return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim()
}

const authority = { NODE_EXTRA_CA_CERTS: certificate }

test('NODE_EXTRA_CA_CERTS lets the client trust a private authority', async () => {
  expect(await addPlant({})).toContain('self-signed certificate')
  expect(await addPlant(authority)).toBe('Monstera')
})

test('NODE_USE_ENV_PROXY=1 and HTTPS_PROXY lead the calls of the client through a proxy, with Node 24', async () => {
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  expect(await addPlant({ ...authority, HTTPS_PROXY, NODE_USE_ENV_PROXY: '1' })).toBe('Monstera')
  expect(asked).toEqual([`localhost:${(service.address() as AddressInfo).port}`])
  expect(await addPlant({ ...authority, HTTPS_PROXY })).toBe('Monstera')
  expect(asked).toEqual([])
})
