// A mock that is stopped ends at once, whatever is pending.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addition } from '../harness/addition.ts'

test('close() leaves nothing behind that keeps the process alive', async () => {
  const script = `
    import { startMockServer } from 'plant-store-client/mock/server'
    const server = await startMockServer({ port: 0, latency: 3_600_000 })
    const arrived = new Promise(resolve => server.store.on('plant', resolve))
    const init = ${JSON.stringify(addition())}
    const pending = fetch(server.url + '/plants', init).catch(() => console.log('ended'))
    const changes = server.url + '/__mock/changes?after='
    const { version } = await (await fetch(changes)).json()
    fetch(changes + version).catch(() => {})
    await arrived
    await server.close()
    await pending`
  const args = ['--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  expect(stdout).toBe('ended\n')
})

test('a browser that left in the middle of its body keeps no process alive', async () => {
  const script = `
    import { once } from 'node:events'
    import { connect } from 'node:net'
    import { startMockServer } from 'plant-store-client/mock/server'
    const server = await startMockServer({ port: 0 })
    const journaled = new Promise(resolve => server.store.on('request', resolve))
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    const head = ['POST /plants HTTP/1.1', 'Host: localhost', 'Authorization: Bearer token',
      'Content-Type: application/json', 'Content-Length: 26', 'Expect: 100-continue', 'User-Agent: Mozilla/5.0']
    socket.write(head.join('\\r\\n') + '\\r\\n\\r\\n')
    await once(socket, 'data') // the server waits for the body
    socket.write('{"id":')
    socket.resetAndDestroy()
    await journaled
    await server.close()`
  const args = ['--input-type=module', '-e', script]
  await promisify(execFile)(process.execPath, args, { timeout: 15_000 })
})
