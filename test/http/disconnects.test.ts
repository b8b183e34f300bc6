// A client that disconnects before it has its response.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { HttpResponse, http } from 'msw'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition, heldRequest, nextRequest, plant, signal } from '../harness/addition.ts'
import { firstData, rawPost } from '../harness/raw-request.ts'

const BODY = plant()
const init = addition(BODY)

let server: MockServer
beforeEach(async () => {
  server = await startMockServer({ port: 0 })
})
afterEach(() => server.close())

/** Sends a request that gets no answer, with what follows it. */
async function sendUnanswered(follows = '') {
  server.store.failNext('no-answer')
  const gone = nextRequest(server.store)
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(rawPost(BODY) + follows)
  await expect.poll(() => server.store.requests.length).toBe(1)
  return { socket, gone }
}

test('a client that disconnects in the middle of its body does not use up a hold', async () => {
  const hold = server.store.holdNext()
  const journaled = nextRequest(server.store)
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(rawPost(BODY, ['Expect: 100-continue']).slice(0, -BODY.length))
  await firstData(socket) // the server waits for the body
  socket.resetAndDestroy()
  const reason = 'The client disconnected before its body had arrived'
  expect(await journaled).toMatchObject({
    reason,
    size: expect.toSatisfy(size => size < BODY.length),
    omitted: 'cut short',
  })

  const answering = fetch(`${server.url}/plants`, init)
  expect(await heldRequest(hold, answering)).toMatchObject({ body: { id: 1 } })
  hold.release()
  expect((await answering).status).toBe(successStatus)
})

test('the signal of a request is not aborted after its response', async () => {
  const signals: AbortSignal[] = []
  server.use(
    http.post('*/plants', ({ request }) => {
      signals.push(request.signal)
      return HttpResponse.json({ name: 'Hoya' })
    }),
  )
  const response = await fetch(`${server.url}/plants`, { ...init, keepalive: false })
  await response.text()
  await server.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

test.each([
  ['another request', rawPost(BODY).slice(0, -1)],
  ['what is for a tunnel', `CONNECT /plants HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(1_000_000)}`],
])('a client that leaves while it sends %s is seen to leave', async (_what, bytes) => {
  const { socket, gone } = await sendUnanswered()
  socket.end(bytes)
  expect(await gone).toMatchObject({ number: 1, reason: 'The client disconnected' })
})

test('a request behind another one of its connection waits for its turn, which the end of the connection takes', async () => {
  const { socket, gone } = await sendUnanswered(rawPost(BODY))
  socket.destroy()
  expect(await gone).toMatchObject({ number: 1, reason: 'The client disconnected' })
  await fetch(`${server.url}/plants`)
  expect(server.store.requests).toMatchObject([{ number: 1 }, { number: 2, method: 'GET' }])
  expect(server.store.plants).toEqual([])
})

test('no record says that a client got a response which Node did not send, since it had ended its side', async () => {
  await using server = await startMockServer({ port: 0, latency: 100 })
  const [ended, end] = signal()
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
  client.end(rawPost(BODY))
  await ended
  unsubscribe('net.server.socket', onSocket)
  const reason = 'The client disconnected while the response was delayed, after its plant was added'
  expect(await recorded).toMatchObject({ reason })
  expect(server.store.requests[0]).not.toHaveProperty('status')
  expect(await received).toBe('')
})
