import { connect } from 'node:net'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

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
