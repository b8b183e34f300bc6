// However many connections are open, the server answers.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const BODY = '{"id":1,"name":"Monstera"}'
const HEAD =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\n'

test('900 connections at once, some slow, some silent', async () => {
  await using server = await startMockServer({ port: 0 })
  const open: Socket[] = []
  const openSocket = async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    open.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const addPlant = async () => {
    const socket = await openSocket()
    socket.write(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`)
    expect(String((await once(socket, 'data'))[0])).toMatch(
      new RegExp(`^HTTP/1\\.1 ${successStatus}`),
    )
  }
  await Promise.all(
    Array.from({ length: 900 }, async (_, index) => {
      if (index % 3 === 0) (await openSocket()).write(HEAD)
      else if (index % 3 === 1) await openSocket()
      else await addPlant()
    }),
  )
  await addPlant()
  for (const socket of open) socket.destroy()
})

test('more than 1,000 connections: those beyond are closed, until others have ended', async () => {
  await using server = await startMockServer({ port: 0 })
  const sockets = Array.from({ length: 1_010 }, () =>
    connect(server.port, '127.0.0.1').on('error', () => {}),
  )
  const closed = () => sockets.filter(socket => socket.closed).length
  await expect.poll(closed, { timeout: 10_000 }).toBe(10)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() =>
      fetch(`${server.url}/plants`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe(405)
})
