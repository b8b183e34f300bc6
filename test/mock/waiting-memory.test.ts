// What is held or delayed leaves the memory of a process alone, however many requests come.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const TAG = 'x'.repeat(1_000_000)

const init: RequestInit = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
}

const SCRIPT = (use: string) => `
  import { startMockServer } from 'plant-store-client/mock/server'
  const server = await startMockServer({ port: 0 })
  ${use}
  process.on('message', () => { gc(); process.send(process.memoryUsage()) })
  process.send(server.port)`

test.each([
  [
    'held',
    'for (let id = 0; id < 200; id++) server.session(String(id % 7)).holdNext()',
    `{"id":1,"name":"${TAG}"}`,
  ],
  [
    'held, and large once parsed',
    'for (let id = 0; id < 200; id++) server.session(String(id % 7)).holdNext()',
    `{"id":1,"name":"a","more":[${'{},'.repeat(330_000)}0]}`,
  ],
  [
    'delayed',
    `const { url } = server
     for (let id = 0; id < 7; id++) await fetch(url + '/~' + id + '/__mock/settings', {
       method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"latency":600000}' })`,
    `{"id":1,"name":"${TAG}"}`,
  ],
])(
  '200 requests of 1 MB that are %s leave a process with 400 MB of heap alive',
  {
    timeout: 120_000,
  },
  async (_name, use, body) => {
    const args = [
      '--expose-gc',
      '--max-old-space-size=400',
      '--input-type=module',
      '-e',
      SCRIPT(use),
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const leaving = new AbortController()
    try {
      const [port] = await once(child, 'message')
      const statuses: (number | string)[] = []
      for (let id = 0; id < 200; id++)
        fetch(`http://127.0.0.1:${port}/~${id % 7}/plants`, {
          ...init,
          body,
          signal: leaving.signal,
        }).then(
          async response => {
            await response.text()
            statuses.push(response.status)
          },
          ({ cause }) => statuses.push(String(cause)),
        )
      await expect.poll(() => statuses.length, { timeout: 90_000 }).toBeGreaterThan(160)
      expect(new Set(statuses)).toEqual(new Set([503]))
      await expect
        .poll(
          async () => {
            child.send('measure')
            const [{ heapUsed, external }] = await once(child, 'message')
            return (heapUsed + external) / 2 ** 20
          },
          { timeout: 20_000 },
        )
        .toBeLessThan(250)
      expect((await fetch(`http://127.0.0.1:${port}/__mock/health`)).status).toBe(200)
    } finally {
      leaving.abort()
      child.kill()
    }
  },
)
