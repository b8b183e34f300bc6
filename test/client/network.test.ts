// `network`: no connection or no complete response. It is never a rejection, and no stub breaks like a real socket.
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { path, successStatus } from '../../generated/contract.ts'
import { head, misbehavingServer, onceAsked } from './servers.ts'
import { addTo, monstera } from './stub-fetch.ts'

const add = (baseUrl: string) => addTo(baseUrl, { maxRetries: 0, timeout: 5_000 })

const plant = JSON.stringify(monstera)
const gzip = gzipSync(plant)
const gzipHead = head('Content-Encoding: gzip', `Content-Length: ${gzip.length}`)
const reset = (socket: Socket) => socket.resetAndDestroy()
const afterwards = (socket: Socket, sent: string, end: (socket: Socket) => unknown) =>
  socket.write(sent, () => end(socket))
const fin = (socket: Socket) => socket.end()

describe('network: no complete response, and the plant may have been added', () => {
  test.each<[string, (socket: Socket) => unknown]>([
    ['closed on connect', fin],
    ['reset in the status line', onceAsked(socket => afterwards(socket, 'HTTP/1.1 2', reset))],
    ['closed in the head', onceAsked(socket => afterwards(socket, 'HTTP/1.1 200 OK\r\nCo', fin))],
    [
      'a length-delimited body cut short',
      onceAsked(socket => afterwards(socket, `${head('Content-Length: 99')}${plant}`, fin)),
    ],
    [
      'a chunk size that is not a number',
      onceAsked(socket => socket.end(`${head('Transfer-Encoding: chunked')}xyz\r\n${plant}\r\n`)),
    ],
    [
      'a body that is not gzip, though it says so',
      onceAsked(socket => socket.end(`${head('Content-Encoding: gzip')}${plant}`)),
    ],
    [
      'gzip cut short',
      onceAsked(socket => {
        socket.write(gzipHead)
        socket.end(gzip.subarray(0, -9))
      }),
    ],
    [
      "a proxy's 407, whose response Node's own fetch keeps to itself",
      onceAsked(socket => socket.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n')),
    ],
    ['not HTTP: another protocol that speaks first', socket => socket.end('220 mail ESMTP\r\n')],
  ])('%s: the plant may have been added', async (name, misbehave) => {
    await using server = await misbehavingServer(misbehave)
    const { error, response } = await add(server.url)
    expect(error?.mayHaveBeenAdded).toBe(true)
    // The fetch of Node 20 and 22 never tells of these; the deadline ends them.
    if (/^v20.*closed on connect|^v2[02].*not gzip/.test(`${process.version} ${name}`)) {
      expect(error?.kind).toBe('timeout')
      return
    }
    expect(error?.kind).toBe('network')
    expect(error?.message.startsWith(`POST ${server.url}${path} got `)).toBe(true)
    expect(error?.message).toMatch(
      response ? / got a response that could not be read: / : / got no response: /,
    )
    expect(error?.cause).toBeInstanceOf(Error)
    if (name.includes('407')) expect(error?.message).toMatch(/: fetch failed$/)
    expect(response?.status ?? successStatus).toBe(successStatus)
    expect(server.sockets).toHaveLength(1)
  })
})

test.each<[string, (socket: Socket) => unknown]>([
  ['a body without a length that ends in a close', s => s.end(head('Connection: close') + plant)],
  ['gzip', socket => socket.end(Buffer.concat([Buffer.from(gzipHead), gzip]))],
])('a complete response is read: %s', async (_name, answer) => {
  await using server = await misbehavingServer(onceAsked(answer))
  expect(await add(server.url)).toMatchObject({ ok: true, data: monstera })
})
