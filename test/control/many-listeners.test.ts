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
  process.on('message', () => process.send(process.memoryUsage.rss() / 2 ** 20))
  process.send(port)`

let child: ReturnType<typeof spawn>
let port: number
const open: Socket[] = []
beforeEach(async () => {
  child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
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

/** Opens an event stream, and reads no more than its head. */
async function openUnread(): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  open.push(socket)
  socket.write('GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [head] = await once(socket, 'data')
  socket.pause()
  return String(head)
}

test('500 event streams that nobody reads, and 12 requests of 900 kB', async () => {
  expect(await post(0, 10)).toBe(successStatus)
  for (let count = 0; count < 500; count++) await openUnread()
  const before = await megabytes()
  for (let id = 1; id <= 12; id++) expect(await post(id, 900_000)).toBe(successStatus)
  await fetch(url('/__mock/failures'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failure: { status: 500, body: 'x'.repeat(1_000_000) } }),
  })
  expect(await post(13, 10)).toBe(500)
  expect(await post(14, 10)).toBe(successStatus)
  expect((await megabytes()) - before).toBeLessThan(200)
})

test('too many event streams are refused, until some are closed', async () => {
  for (let count = 0; count < 1_000; count++) expect(await openUnread()).toMatch(/^HTTP\/1.1 200/)
  expect(await openUnread()).toMatch(/^HTTP\/1.1 503/)
  for (const socket of open) socket.destroy()
  for (;;) if ((await openUnread()).startsWith('HTTP/1.1 200')) break
})
