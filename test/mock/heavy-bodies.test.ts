// What bodies leave in memory: long ones, and small ones that are large once they are parsed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { run } from '../support/shell.ts'

const SCRIPT = `
  import { startMockServer } from 'plant-store-client/mock/server'
  const { port } = await startMockServer({ port: 0 })
  process.on('message', () => { gc(); process.send(process.memoryUsage()) })
  process.send(port)`

const MEGABYTE = 2 ** 20
const HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' }
const BODY = '{"id":1,"name":"Monstera"}'

/** A server in a process of its own. */
async function startServer() {
  const args = ['--expose-gc', '--input-type=module', '-e', SCRIPT]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [port] = await once(child, 'message')
  return {
    async send(body: BodyInit): Promise<number> {
      const init = { method: 'POST', headers: HEADERS, body, duplex: 'half' }
      const response = await fetch(`http://127.0.0.1:${port}/plants`, init as RequestInit)
      await response.arrayBuffer()
      return response.status
    },
    async memory(): Promise<NodeJS.MemoryUsage> {
      child.send('measure')
      const [usage] = await once(child, 'message')
      return usage
    },
    [Symbol.dispose]: () => child.kill(),
  }
}

test.each([
  ['1e399', `[${'1e399,'.repeat(174_000)}0]`],
  ['{}', `[${'{},'.repeat(349_000)}0]`],
])('1 MiB of %s, 120 times, leaves less than 300 MB', { timeout: 120_000 }, async (_name, body) => {
  using server = await startServer()
  for (let count = 0; count < 120; count++) expect(await server.send(body)).toBe(400)
  const { heapTotal, external } = await server.memory()
  expect((heapTotal + external) / MEGABYTE).toBeLessThan(300)
})

test('bodies of 40 MB, with and without Content-Length, leave no memory behind', async () => {
  using server = await startServer()
  const used = async () => {
    const { heapUsed, external } = await server.memory()
    return (heapUsed + external) / MEGABYTE
  }
  const stream = () => {
    let left = 640
    return new ReadableStream({
      pull: controller =>
        left-- > 0 ? controller.enqueue(new Uint8Array(65_536)) : controller.close(),
    })
  }
  expect(await server.send(BODY)).toBe(successStatus)
  const before = await used()
  for (let count = 0; count < 4; count++) {
    expect(await server.send(stream())).toBe(413)
    expect(await server.send(new Uint8Array(40_000_000)).catch(() => 413)).toBe(413)
  }
  const long = `{"id":1,"name":"a","x":"${'x'.repeat(1_000_000)}"}`
  for (let count = 0; count < 60; count++) expect(await server.send(long)).toBe(successStatus)
  expect(await server.send(BODY)).toBe(successStatus)
  expect((await used()) - before).toBeLessThan(64)
})

test('40 bodies of a megabyte take up little memory in the journal, whatever is in them', async () => {
  const program = `
    import { createMockStore } from 'plant-store-client/mock'
    const headers = ${JSON.stringify(HEADERS)}
    const MEGABYTE = 2 ** 20 - 100
    for (const part of ['{},', 'x']) {
      const store = createMockStore()
      const list = part.repeat(MEGABYTE / part.length)
      const body = part === 'x' ? list : '{"id":1,"name":"a","x":[' + list + '0]}'
      for (let count = 0; count < 40; count++)
        await store.fetch('https://a.test/plants', { method: 'POST', headers, body })
      store.requests.length
      gc()
      console.log(Math.round(process.memoryUsage().heapUsed / 1e6))
    }`
  const output = await run('.', 'node', '--expose-gc', '--input-type=module', '--eval', program)
  const megabytes = output.trim().split('\n').map(Number)
  expect(megabytes).toHaveLength(2)
  expect(Math.max(...megabytes)).toBeLessThan(80)
  expect(megabytes[1]).toBeLessThan(30)
}, 120_000)

describe('the journal', () => {
  const json = `{"id":1,"name":"a","x":"${'x'.repeat(1_000_000)}"}`
  const afterFifty = async (body: string, prepare = (_store: MockStore) => {}) => {
    const store = createMockStore()
    for (let count = 0; count < 50; count++) {
      prepare(store)
      await store.fetch('https://a.test/plants', { method: 'POST', headers: HEADERS, body })
    }
    expect(store.requests.at(-1)?.number).toBe(50)
    return store.requests
  }

  test('has a limit, which counts bodies', async () => {
    expect((await afterFifty(json)).length).toBeLessThan(40)
  })

  test('counts the bodies of failures', async () => {
    const fail = (store: MockStore) => store.failNext({ status: 500, body: json })
    expect((await afterFifty(BODY, fail)).length).toBeLessThan(40)
  })

  test('cuts bodies that are not JSON', async () => {
    expect(await afterFifty(json.slice(0, -1))).toHaveLength(50)
  })
})
