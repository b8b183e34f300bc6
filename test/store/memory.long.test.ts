// Nothing that is sent ends a process, even one with a small heap: an attack on each bound, and on bodies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { HEADERS } from '../harness/addition.ts'

const SETUP = `
  import { createMockApp } from 'plant-store-client/mock'
  import { startMockServer } from 'plant-store-client/mock/server'
  const headers = ${JSON.stringify(HEADERS)}
  const toPost = body => ({ method: 'POST', headers, body, duplex: 'half' })
  const times = (count, create) => Promise.all(Array.from({ length: count }, (_, index) => create(index)))
  /** Sends requests one after the other, and counts their statuses. */
  const send = async (count, fetch, path, body) => {
    const statuses = {}
    for (let index = 0; index < count; index++) {
      const response = await fetch(path, toPost(typeof body === 'function' ? body(index) : body))
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
    return statuses
  }
  const wide = length => '\u00e9' + 'x'.repeat(length) + '\u{1f335}' // two bytes for each character
  const MANY = '{"id":1,"name":"a","x":[' + '{},'.repeat(330_000) + '0]}' // far larger once it is parsed
  const report = (result, { withBuffers = false } = {}) => {
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    const bytes = heapUsed + (withBuffers ? arrayBuffers : 0)
    process.send({ result, megabytes: Math.round(bytes / 2 ** 20) })
  }
  `

const ATTACKS: [name: string, heap: number, megabytes: number, script: string, result: object][] = [
  [
    'plants',
    900,
    600,
    `const body = '{"id":1,"name":"' + wide(2 ** 23) + '"}'
     const { fetch } = createMockApp({ maxBodyBytes: 2 ** 24 })
     report(await send(33, fetch, 'https://a.test/plants', body))`,
    { [successStatus]: 31, 507: 2 },
  ],
  [
    'journals',
    600,
    450,
    `const { store } = createMockApp({ maxRequests: 20_000 })
     store.failNext({ status: 503, body: wide(20_000) }, { times: Infinity })
     report(await send(10_500, store.fetch, 'https://a.test/plants', wide(20_000)))`,
    { 503: 10_500 },
  ],
  [
    'requests that are held',
    1_300,
    1_000,
    `const { url, session, store } = await startMockServer({ port: 0 })
     const bodies = [MANY, '{"id":1,"name":"' + wide(1_040_000) + '"}']
     await times(500, async index => {
       const hold = session(String(index % 7)).holdNext()
       fetch(url + '/~' + (index % 7) + '/plants', toPost(bodies[index % 5 ? 1 : 0]))
       await hold.arrived
     })
     store.holdNext()
     report(await send(2, fetch, url + '/plants', MANY))`,
    { 503: 2 },
  ],
  [
    'names of ignored fields',
    250,
    100,
    `const { store } = createMockApp({ maxRequests: 10_000, maxBodyBytes: 2 ** 21 })
     const body = index => '{"id":1,"' + index + 'x'.repeat(1_000_000) + '":0}'
     report(await send(1_000, store.fetch, 'https://a.test/plants', body))`,
    { 400: 1_000 },
  ],
  [
    'bodies in chunks of one byte',
    250,
    100,
    `const { url } = await startMockServer({ port: 0 })
     const { request } = await import('node:http')
     const statuses = {}
     await times(10, async () => {
       const status = await new Promise(resolve => {
         const sent = request(url + '/plants', { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
         const chunk = '1\\r\\n \\r\\n'.repeat(10_000)
         sent.once('socket', socket => socket.once('connect', async () => {
           sent.flushHeaders()
           for (let count = 0; count < 60; count++) if (!socket.write(chunk)) await new Promise(drained => socket.once('drain', drained))
           socket.write('0\\r\\n\\r\\n')
         }))
       })
       statuses[status] = (statuses[status] ?? 0) + 1
     })
     report(statuses, { withBuffers: true })`,
    { 400: 10 },
  ],
  [
    'requests with many tiny headers',
    250,
    100,
    `const { fetch, store } = createMockApp({ maxRequests: 10_000 })
     const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => ['a' + index, '']))
     const withMany = url => fetch(url, { method: 'POST', headers: { ...headers, ...many } })
     report(await send(1_000, withMany, 'https://a.test/plants'))`,
    { 431: 1_000 },
  ],
  [
    'bodies that are refused or dropped',
    250,
    100,
    `const { url } = await startMockServer({ port: 0 })
     const numbers = '[' + '1e399,'.repeat(170_000) + '0]'
     const long = new Uint8Array(40_000_000)
     const bodies = [() => MANY.slice(1), () => numbers, () => long, () => new Blob([long]).stream()]
     report(await send(24, fetch, url + '/plants', index => bodies[index % 4]()))`,
    { 400: 12, 413: 12 },
  ],
]

test.each(ATTACKS)(
  '%s: nothing ends the process with %i MB of heap, or makes it grow without bound: it uses less than %i MB',
  async (_name, heap, limit, script, expected) => {
    const flags = ['--expose-gc', `--max-old-space-size=${heap}`, '--input-type=module']
    const child = spawn(process.execPath, [...flags, '-e', SETUP + script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The process ended with ${code ?? signal}`)
    })
    try {
      const [{ result, megabytes }] = await Promise.race([once(child, 'message'), ended])
      expect(result).toEqual(expected)
      expect(megabytes).toBeLessThan(limit)
    } finally {
      child.kill()
      await ended.catch(() => {})
    }
  },
)
