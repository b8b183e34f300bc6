// The running server: where it cannot listen, how it ends, and its output without a reader.

import { connect } from 'node:net'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { post } from './post.ts'

test('--quiet prints the address, and no requests', async () => {
  const bin = new Bin(['--port', '0', '--quiet'])
  const url = await bin.url()
  expect((await post(url)).status).toBe(successStatus)
  expect(await bin.stop()).toBe(0)
  const stdout = `The Plant Store mock listens on ${url}\n`
  expect(await bin.ended).toEqual({ code: 0, stdout, stderr: '' })
})

test('without --port, the port is 4010: the mock listens there, or says that it is in use', async () => {
  await using bin = new Bin([])
  const said = await bin.url().catch(({ message }) => message)
  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:4010$|Port 4010 of 127\.0\.0\.1 is in use/)
})

test('a port that is in use is one line that says what to do, and the exit code of the command is 1', async () => {
  await using server = await startMockServer({ port: 0 })
  const { code, stderr } = await new Bin(['--port', String(server.port)]).ended
  expect(code).toBe(1)
  expect(stderr).toBe(
    `plant-store-mock: Port ${server.port} of 127.0.0.1 is in use: stop the program that uses it, or choose another port (--port 0 takes any free one)\n`,
  )
})

test('what fails after the server listens closes it, and is told', async () => {
  const failing =
    "Object.defineProperty(process.stdin,'isTTY',{get(){throw new Error('no terminal')}})"
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failing)}`
  const { code, stdout, stderr } = await new Bin(['--port', '0'], { NODE_OPTIONS }).ended
  expect(stdout).toContain('listens on')
  expect(stderr).toBe('plant-store-mock: no terminal\n')
  expect(code).toBe(1)
})

test.each([
  ['host.invalid', /^plant-store-mock: --host: the name host.invalid cannot be resolved\n$/],
  ['192.0.2.1', /--host: this machine does not have the address 192.0.2.1\n$/],
  ['x'.repeat(300), /^plant-store-mock: \w+ EINVAL x+\n$/], // in the words of the system
])('a host where it cannot listen is one line and exit code 1: %s', async (host, message) => {
  const { code, stderr } = await new Bin(['--port', '0', '--host', host]).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(message)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s, as a script sends it, stops the server that plant-store-mock runs, although a request would take a minute more',
  async signal => {
    const bin = new Bin(['--port', '0', '--latency', '60000'])
    const url = await bin.url()
    const { port } = new URL(url)
    const idle = connect(Number(port), '127.0.0.1').on('error', () => {})
    const closed = new Promise(resolve => idle.on('close', resolve))
    const half = connect(Number(port), '127.0.0.1').on('error', () => {})
    half.write('POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    await new Promise(resolve => idle.once('connect', resolve))
    const waiting = expect(post(url)).rejects.toThrow(TypeError)
    await fetch(`${url}/plants`, { method: 'OPTIONS', signal: AbortSignal.timeout(50) }).catch(
      () => {},
    )
    expect(await bin.stop(signal)).toBe(0)
    await closed
    await waiting
  },
)

test('a reader that stops after a line does not crash it', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  bin.process.stdout?.destroy()
  for (let count = 0; count < 3; count++) expect((await post(url)).status).toBe(successStatus)
  expect(await bin.stop()).toBe(0)
  expect((await bin.ended).stderr).toBe('')
})
