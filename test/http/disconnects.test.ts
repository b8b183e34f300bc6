// A client that disconnects before it has its response.
import { once } from 'node:events'
import { connect } from 'node:net'
import { HttpResponse, http } from 'msw'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition } from '../harness/addition.ts'

const BODY = '{"id":1,"name":"Hoya"}'
const init = addition(BODY)

let server: MockServer
beforeEach(async () => {
  server = await startMockServer({ port: 0 })
})
afterEach(() => server.close())

const rawAddition = (body: string) =>
  `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const nextRequest = () => new Promise(resolve => server.store.on('request', resolve))

test('a client that disconnects in the middle of its body does not use up a hold', async () => {
  const hold = server.store.holdNext()
  const journaled = nextRequest()
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`,
  )
  await once(socket, 'data') // the server waits for the body
  socket.resetAndDestroy()
  expect(await journaled).toMatchObject({
    reason: 'The client disconnected before its body had arrived',
    size: BODY.length,
    omitted: 'cut short',
  })

  const answering = fetch(`${server.url}/plants`, init)
  expect(await hold.arrived).toMatchObject({ body: { id: 1 } })
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

test('a client that leaves while it sends another request is seen to leave', async () => {
  const gone = nextRequest()
  server.store.failNext('no-answer')
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(rawAddition('{"id":1,"name":"Hoya"}'))
  await expect.poll(() => server.store.requests.length).toBe(1)
  socket.write(rawAddition('{"id":2,"name":"Hoya"}').slice(0, -1))
  socket.end()
  expect(await gone).toMatchObject({ number: 1, reason: 'The client disconnected' })
})

test('a client that asks for a tunnel, sends what is for the tunnel and leaves, is seen to leave', async () => {
  const gone = nextRequest()
  server.store.failNext('no-answer')
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(rawAddition('{"id":1,"name":"Hoya"}'))
  await expect.poll(() => server.store.requests.length).toBe(1)
  socket.end(`CONNECT /plants HTTP/1.1\r\nHost: localhost\r\n\r\n${'x'.repeat(1_000_000)}`)
  expect(await gone).toMatchObject({ number: 1, reason: 'The client disconnected' })
})

test('a request behind another one of its connection waits for its turn, which the end of the connection takes', async () => {
  const gone = nextRequest()
  server.store.failNext('no-answer')
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(rawAddition('{"id":1,"name":"Hoya"}') + rawAddition('{"id":2,"name":"Hoya"}'))
  await expect.poll(() => server.store.requests.length).toBe(1)
  socket.destroy()
  expect(await gone).toMatchObject({ number: 1, reason: 'The client disconnected' })
  await fetch(`${server.url}/plants`)
  expect(server.store.requests).toMatchObject([{ number: 1 }, { number: 2, method: 'GET' }])
  expect(server.store.plants).toEqual([])
})
