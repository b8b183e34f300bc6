// A process ends at once after its calls: no timer, no socket and no listener holds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { misbehavingServer, onceAsked } from './misbehaving-server.ts'

const answer = (status: string, body: string, headers = '') =>
  onceAsked(socket =>
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`),
  )
const abortSoon = '{ signal: AbortSignal.timeout(200) }'

test.each<[string, ReturnType<typeof onceAsked>, string]>([
  ['success', answer('200 OK', '{"name":"Monstera"}'), '{}'],
  ['api', answer('400 No', '{"error":1,"message":"No."}'), '{}'],
  ['unexpected-response', answer('502 No', '<h1>No</h1>'), '{}'],
  ['network', socket => socket.resetAndDestroy(), '{ maxRetries: 0 }'],
  ['timeout', onceAsked(() => {}), '{ timeout: 200 }'],
  ['aborted', onceAsked(() => {}), abortSoon],
  ['aborted', answer('503 No', '{"error":1,"message":"No."}', 'Retry-After: 25\r\n'), abortSoon],
  ['aborted', onceAsked(() => {}), '{ retryAmbiguous: true, signal: AbortSignal.timeout(200) }'],
  ['invalid-request', () => {}, '{ timeout: -1 }'],
])('after %s', async (outcome, misbehave, options) => {
  await using server = await misbehavingServer(misbehave)
  const program = `
    import { PlantStoreClient } from 'plant-store-client'
    const client = new PlantStoreClient({ baseUrl: '${server.url}', accessToken: 'token', timeout: 29_000 })
    const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, ${options})
    for (let turn = 0; turn < 9; turn++) await new Promise(setImmediate) // for what it may start late
    const timers = process.getActiveResourcesInfo().filter(name => name === 'Timeout')
    console.log(error?.kind ?? 'success', timers.length)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const started = performance.now()
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  expect(complained).toBe('')
  expect(said.trim()).toBe(`${outcome} 0`)
  expect(child.exitCode).toBe(0)
  expect(performance.now() - started).toBeLessThan(15_000) // well before any timer of the call
})
