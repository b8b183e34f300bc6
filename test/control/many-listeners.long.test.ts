// Event streams that nobody reads cost neither memory nor time.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

/** A server in a process of its own, which says how much memory it takes up. */
const SCRIPT = `
  import { startMockServer } from 'plant-store-client/mock/server'
  const { port } = await startMockServer({ port: 0 })
  process.on('message', () => {
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    process.send((heapUsed + arrayBuffers) / 2 ** 20)
  })
  process.send(port)`

let child: ReturnType<typeof spawn>
let port: number
const open: Socket[] = []
beforeEach(async () => {
  child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  ;[port] = await once(child, 'message')
})
afterEach(() => {
  child.kill()
  for (const socket of open.splice(0)) socket.destroy()
})

const megabytes = async (): Promise<number> => {
  child.send('measure')
  return (await once(child, 'message'))[0]
}
const url = (path: string) => `http://127.0.0.1:${port}${path}`
const post = async (id: number, length: number) => {
  const response = await fetch(url('/plants'), {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: 'x'.repeat(length) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Fails the next request with a body. */
async function fail(body: string): Promise<void> {
  const response = await fetch(url('/__mock/failures'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failure: { status: 500, body } }),
  })
  expect(response.status).toBe(200)
  await response.arrayBuffer()
}

/** Opens an event stream, and reads no more than its head. */
async function openUnread(): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  open.push(socket)
  socket.write('GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [head] = await once(socket, 'data')
  socket.pause()
  return String(head)
}

test('200 event streams that nobody reads, each of another state, with long failures', async () => {
  for (let count = 0; count < 80; count++) await fail('x'.repeat(60_000))
  const before = await megabytes()
  for (let count = 0; count < 200; count++) {
    await openUnread()
    await fail('y')
  }
  expect(await post(1, 10)).toBe(500)
  expect((await megabytes()) - before).toBeLessThan(100)
})

test('200 event streams that nobody reads, and 100 requests of 100 kB', async () => {
  expect(await post(0, 10)).toBe(successStatus)
  for (let count = 0; count < 200; count++) await openUnread()
  const before = await megabytes()
  for (let id = 1; id <= 100; id++) expect(await post(id, 100_000)).toBe(successStatus)
  expect((await megabytes()) - before).toBeLessThan(100)
})
