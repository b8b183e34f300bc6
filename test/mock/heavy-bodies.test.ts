// Bodies that are small, but large once they are parsed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const SCRIPT = `
  import { startMockServer } from 'plant-store-client/mock/server'
  const { port } = await startMockServer({ port: 0 })
  process.on('message', () => { gc(); process.send(process.memoryUsage()) })
  process.send(port)`

test.each([
  ['1e399', `[${'1e399,'.repeat(174_000)}0]`],
  ['{}', `[${'{},'.repeat(349_000)}0]`],
])('1 MiB of %s, 120 times, leaves less than 300 MB', { timeout: 120_000 }, async (_name, body) => {
  const args = ['--expose-gc', '--input-type=module', '-e', SCRIPT]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    const [port] = await once(child, 'message')
    for (let count = 0; count < 120; count++) {
      const response = await fetch(`http://127.0.0.1:${port}/plants`, {
        method: 'POST',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
      await response.arrayBuffer()
    }
    child.send('measure')
    const [{ heapTotal, external }] = await once(child, 'message')
    expect((heapTotal + external) / 2 ** 20).toBeLessThan(300)
  } finally {
    child.kill()
  }
})
