// `timeout` is for the whole call: the head, the body and all before them.
import type { Socket } from 'node:net'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { head, misbehavingServer, onceAsked } from './misbehaving-server.ts'
import { added, clientOf, endlessBody, monstera, neverAnswers, refused } from './stub-fetch.ts'

const drip = (start: string) =>
  onceAsked(socket => {
    socket.write(start)
    const dripping = setInterval(() => socket.write('a'), 20)
    socket.once('close', () => clearInterval(dripping))
  })

test.each<[string, (socket: Socket) => unknown]>([
  ['no answer', onceAsked(() => {})],
  ['a head that stalls', onceAsked(socket => socket.write('HTTP/1.1 200 OK\r\nContent-Ty'))],
  ['a head that drips', drip('HTTP/1.1 200 OK\r\nX-Drip: ')],
  ['a body that never starts', onceAsked(socket => socket.write(head('Content-Length: 26')))],
  ['a body that stalls', onceAsked(socket => socket.write(`${head('Content-Length: 26')}{"na`))],
  ['a body that drips', drip(`${head('Content-Length: 99999')}{"name":"`)],
])('%s ends the call in time, and the connection', async (_case, misbehave) => {
  await using server = await misbehavingServer(misbehave)
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', timeout: 300 })
  const started = Date.now()
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(error?.message).toBe(`POST ${server.url}/plants timed out after 300 ms`)
  expect(Date.now() - started).toBeLessThan(10_000)
  const [socket] = server.sockets
  // `once` would reject where the end is a reset.
  if (socket && !socket.closed) await new Promise(closed => socket.on('close', closed))
})

test('a provider that hangs', async () => {
  const { client, sent } = clientOf(added(), { accessToken: () => new Promise(() => {}) })
  const { error } = await client.addPlant(monstera, { timeout: 50 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
  expect(sent).toHaveLength(0)
})

test('a fetch that ignores its signal: its answer is cancelled when it comes', async () => {
  const { body, cancelled } = endlessBody('{"name":"', 'a')
  let answer = (_response: Response) => {}
  const { client } = clientOf(
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  const { error } = await client.addPlant(monstera, { timeout: 50 })
  expect(error?.kind).toBe('timeout')
  answer(new Response(body))
  await cancelled
})

test('a back-off that is still on: the time is not waited out', async () => {
  const { client, sent } = clientOf(refused(503, { 'retry-after': '50' }))
  const { error } = await client.addPlant(monstera, { timeout: 60_000, maxRetries: 0 })
  expect(error).toMatchObject({ kind: 'api', status: 503, retryAfter: 50 })
  expect(sent).toHaveLength(1)
})

test('it runs on over the attempts, not from each anew', async () => {
  const past = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }
  const { client, sent } = clientOf([refused(503, past), refused(429, past), neverAnswers])
  const { error } = await client.addPlant(monstera, { timeout: 200 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(sent).toHaveLength(3)
})

test('that of the call comes before that of the client; undefined leaves it', async () => {
  const { client } = clientOf(neverAnswers, { timeout: 40 })
  const own = await client.addPlant(monstera, { timeout: 30 })
  expect(own.error?.message).toContain('timed out after 30 ms')
  const inherited = await client.addPlant(monstera, { timeout: undefined })
  expect(inherited.error?.message).toContain('timed out after 40 ms')
})

test.each([Number.POSITIVE_INFINITY, 2 ** 40])('%s ms is no time-out at once', async timeout => {
  const { client } = clientOf(async () => {
    await new Promise(resolve => setTimeout(resolve, 20))
    return added()
  })
  expect((await client.addPlant(monstera, { timeout })).ok).toBe(true)
})
