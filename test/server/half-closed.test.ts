// A client that has ended its side gets no response from Node, and no record says that it did.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { HttpResponse, http } from 'msw'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { nextRequest, plant, signal } from '../harness/addition.ts'
import { startRawUpstream } from '../harness/upstream.ts'

interface Case {
  /** A server whose response waits for `ended`. */
  start(ended: Promise<void>, used: AsyncDisposableStack): Promise<MockServer>
  reason: string
}

const LEFT = 'The client disconnected'

const cases: Record<string, Case> = {
  'a request that is forwarded': {
    async start(ended, used) {
      const service = await startRawUpstream(async socket => {
        await ended
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      })
      used.use(service)
      return await startMockServer({ port: 0, forward: service.url })
    },
    reason: `${LEFT} while the service was asked`,
  },
  'a request that a handler answers': {
    start: ended =>
      startMockServer({
        port: 0,
        handlers: [
          http.post('*/plants', async () => {
            await ended
            return HttpResponse.json({ name: 'Fern' })
          }),
        ],
      }),
    reason: `${LEFT} before a handler answered`,
  },
  'a response that is delayed': {
    start: () => startMockServer({ port: 0, latency: 100 }),
    reason: `${LEFT} while the response was delayed, after its plant was added`,
  },
  'a request that is held': {
    async start(ended) {
      const server = await startMockServer({ port: 0 })
      const hold = server.store.holdNext()
      void ended.then(() => hold.release())
      return server
    },
    reason: `${LEFT} while the request was held`,
  },
}

test.each(Object.entries(cases))('%s', async (_name, { start, reason }) => {
  const [ended, end] = signal()
  await using used = new AsyncDisposableStack()
  await using server = await start(ended, used)
  const recorded = nextRequest(server.store)
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort !== server.port) return
    // The mock's side closes late, as it may on a busy machine.
    const final = socket._final.bind(socket)
    socket._final = done => void recorded.then(() => final(done))
    socket.once('end', end)
  }
  subscribe('net.server.socket', onSocket)
  const client = connect({ port: server.port, allowHalfOpen: true })
  await once(client, 'connect')
  const received = text(client)
  const body = plant()
  const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  client.end(head + body)
  await ended
  unsubscribe('net.server.socket', onSocket)
  expect(await recorded).toMatchObject({ reason })
  expect(server.store.requests[0]).not.toHaveProperty('status')
  expect(await received).toBe('')
})
