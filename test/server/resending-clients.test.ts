// Clients that resend a POST when a connection that they have used before is reset: each gets a new connection
// for each request, so that an injected network error is one.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { addition, HEADERS } from '../harness/addition.ts'

const isMissing = spawnSync('curl', ['--version']).error !== undefined
if (isMissing) console.log('Skipped: a network error for curl, which is not installed')

test.skipIf(isMissing)('curl, which resends, shows a network error after a success', async () => {
  await using server = await startMockServer({ port: 0 })
  server.store.failNext('network-error', { skip: 1 })
  const url = `${server.url}/plants`
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const body = ['-d', '{"id":1,"name":"Hoya"}']
  const output = ['-o', '/dev/null']
  const args = ['-s', '-w', '%{http_code}\n', ...headers, ...body, ...output, url, ...output, url]
  const { stdout } = await promisify(execFile)('curl', args).catch(error => error)
  expect(stdout).toBe('200\n000\n')
  expect(server.store.requests.map(({ status }) => status)).toEqual([200, undefined])
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', 'close'],
  ['Deno/2.9.6', 'close'],
  ['okhttp/5.1.0', 'close'],
  ['Dalvik/2.1.0 (Linux; U; Android 15)', 'close'],
  ['curl/8.15.0', 'close'],
  // What is built on libcurl.
  ['GuzzleHttp/7', 'close'],
  ['Symfony HttpClient (Curl)', 'close'],
  ['PycURL/7.45 libcurl/8.15', 'close'],
  ['node', 'keep-alive'],
  ['Bun/1.4.5', 'keep-alive'],
  ['Java-http-client/17.0.15', 'keep-alive'],
  ['Go-http-client/1.1', 'keep-alive'],
])('each request of %s gets a new connection, if it resends: %s', async (agent, connection) => {
  await using server = await startMockServer({ port: 0 })
  const headers = { ...HEADERS, 'user-agent': agent }
  const response = await fetch(`${server.url}/plants`, addition(undefined, { headers }))
  await response.arrayBuffer()
  expect(response.headers.get('connection')).toBe(connection)
})
