// What ends a request to a real service.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { MockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { addition, plant } from '../../harness/addition.ts'
import { Bin } from '../../harness/command-line.ts'
import { countDescriptors, noDescriptors } from '../../harness/descriptors.ts'
import { startRawUpstream, startUpstream } from '../../harness/upstream.ts'
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
  await expect.poll(() => service.requests).toHaveLength(1)
  expect(store.requests).toMatchObject([{ inFlight: 'forwarded', forwarded: true }])
  const [socket] = service.open as Set<Socket>
  const closed = once(socket as Socket, 'close')
  await end(server, leaving)
  await closed
  expect(await sent).toBeInstanceOf(Error)
  await expect.poll(() => store.requests).toMatchObject(recorded)
})

/** How a client leaves. */
const leaves: [how: string, leave: (client: Socket) => unknown][] = [
  ['closes its connection', client => client.destroy()],
  ['resets its connection', client => client.resetAndDestroy()],
]

/** When it leaves: the mock hears of it in the same turn of its loop as of the response, or a little earlier or later. */
const moments: [when: string, inSomeOrder: (leave: () => void, answer: () => void) => unknown][] = [
  [
    'just as the service answers',
    (leave, answer) => {
      leave()
      answer()
    },
  ],
  [
    'at a random moment around the response',
    (leave, answer) => {
      setTimeout(leave, Math.random() * 3)
      setTimeout(answer, Math.random() * 3)
    },
  ],
]

describe.skipIf(noDescriptors).each(leaves)('a client that %s', (_how, leave) => {
  test.each(moments)(
    '%s leaves no descriptor open, and SIGTERM ends the command',
    async (_when, inSomeOrder) => {
      let client: Socket
      const body = plant()
      const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
      await using service = await startUpstream((_, response) => {
        const headers = { 'content-type': 'application/json' }
        const answer = () => response.writeHead(200, headers).end('{"name":"Aloe"}')
        inSomeOrder(() => leave(client), answer)
      })
      await using bin = new Bin(['--port', '0', '--quiet', '--forward', service.url])
      const { port } = new URL(await bin.url())
      const { pid } = bin.process
      const before = countDescriptors(pid)
      for (let count = 1; count <= 100; count++) {
        client = connect(Number(port), '127.0.0.1').on('error', () => {})
        client.resume().write(head + body)
        await once(client, 'close')
      }
      await expect.poll(() => countDescriptors(pid)).toBeLessThanOrEqual(before)
      expect(await bin.stop()).toBe(0)
    },
  )
})
