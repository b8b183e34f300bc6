// What ends a request to a real service.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { MockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { addition } from '../../harness/addition.ts'
import { startRawUpstream } from '../../harness/upstream.ts'
import { front } from './front.ts'

const LEFT = 'The client disconnected while the service was asked'

test.each<[what: string, end: (server: MockServer, leaving: AbortController) => unknown, object[]]>(
  [
    ['a client that leaves', (_server, leaving) => leaving.abort(), [{ reason: LEFT }]],
    ['a reset', ({ session }) => session('a').reset(), []],
    ['the end of its session', ({ endSession }) => endSession('a'), []],
    ['close()', server => server.close(), []],
  ],
)("%s ends the request to the service, inFlight 'forwarded'", async (_what, end, recorded) => {
  await using service = await startRawUpstream(() => {}) // it does not answer
  await using server = await front(service.url)
  const store = server.session('a')
  const leaving = new AbortController()
  const init = addition(undefined, { signal: leaving.signal })
  const sent = fetch(`${server.url}/~a/plants`, init).catch((error: Error) => error)
  while (service.requests.length === 0) await new Promise(resolve => setImmediate(resolve))
  expect(store.requests).toMatchObject([{ inFlight: 'forwarded', forwarded: true }])
  const [socket] = service.open as Set<Socket>
  const closed = once(socket as Socket, 'close')
  await end(server, leaving)
  await closed
  expect(await sent).toBeInstanceOf(Error)
  await expect.poll(() => store.requests).toMatchObject(recorded)
})
