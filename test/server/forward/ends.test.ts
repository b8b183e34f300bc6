// What ends a request to a real service.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { MockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { addition, nextRequest } from '../../harness/addition.ts'
import { startRawUpstream, startUpstream } from '../../harness/upstream.ts'
import { front, post } from './front.ts'

describe('an end ends the request to the service', () => {
  const silent = () => startRawUpstream(() => {})

  /** Sends a request that the service does not answer. */
  async function sendToSilent(
    server: MockServer,
    service: Awaited<ReturnType<typeof silent>>,
    path = '',
  ) {
    const leaving = new AbortController()
    const sent = fetch(`${server.url}${path}/plants`, {
      ...addition(),
      signal: leaving.signal,
    }).catch((error: Error) => error)
    while (service.requests.length === 0) await new Promise(resolve => setImmediate(resolve))
    const [socket] = service.open as Set<Socket>
    const closed = once(socket as Socket, 'close')
    return { sent, leave: () => leaving.abort(), closed }
  }

  test('a client that leaves', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { leave, closed } = await sendToSilent(server, service)
    expect(server.store.requests).toMatchObject([{ inFlight: 'forwarded', forwarded: true }])
    const ended = nextRequest(server.store)
    leave()
    await closed
    expect(await ended).toMatchObject({
      forwarded: true,
      reason: 'The client disconnected while the service was asked',
    })
  })

  test('a reset', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service)
    server.store.reset()
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
    expect(server.store.requests).toEqual([])
  })

  test('the end of a session', async () => {
    await using service = await silent()
    await using server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service, '/~a')
    server.endSession('a')
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
  })

  test('close()', async () => {
    await using service = await silent()
    const server = await front(service.url)
    const { sent, closed } = await sendToSilent(server, service)
    await server.close()
    await closed
    expect(await sent).toBeInstanceOf(TypeError)
    expect(server.store.requests).toMatchObject([{ reason: 'The mock server was closed' }])
  })

  test('a reset during the latency of the response ends the request, too', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { latency: 100_000 })
    const sent = post(server).catch(error => error)
    const waiting = () => server.store.requests.some(({ inFlight }) => inFlight === 'delayed')
    while (!waiting()) await new Promise(resolve => setImmediate(resolve))
    server.store.reset()
    expect(await sent).toBeInstanceOf(TypeError)
  })
})
