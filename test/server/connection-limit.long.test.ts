import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { rawRequest } from '../harness/raw-request.ts'

test('beyond 10,000 connections, another one gets a 503 with Retry-After and is in the log, until there are fewer', async context => {
  const bin = new Bin(['--port', '0'])
  const { port } = new URL(await bin.url())
  const sockets: Socket[] = []
  try {
    for (let count = 0; count < 10_000; count += 500) {
      const opened = Array.from({ length: 500 }, () => connect(Number(port), '127.0.0.1'))
      sockets.push(...opened)
      await Promise.all(opened.map(socket => once(socket, 'connect')))
    }
  } catch (error) {
    // macOS and some shells allow a process fewer open files: `ulimit -n 20000` raises that.
    context.skip(`This process cannot open 10,000 connections: ${error}`)
  }
  const request = 'GET /plants HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const { text } = await rawRequest(Number(port), request)
  expect(text).toMatch(/^HTTP\/1\.1 503 .*There is no room for more than 10000 connections/s)
  expect(text).toMatch(/^retry-after: 1\r$/m)
  expect((await bin.log(1))[0]).toContain('There is no room for more than 10000 connections')
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () => (await rawRequest(Number(port), request)).text, { timeout: 10_000 })
    .toMatch(/^HTTP\/1\.1 405 /)
  expect(await bin.stop()).toBe(0)
})
