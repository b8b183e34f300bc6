// `timeout` is for the whole call. What comes after the end of a call changes nothing.
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { later, turns, unhandledRejections } from './later.ts'
import { head, misbehavingServer, onceAsked } from './misbehaving-server.ts'
import {
  added,
  clientOf,
  endlessBody,
  monstera,
  neverAnswers,
  refused,
  SOON,
} from './stub-fetch.ts'

const drip = (start: string) =>
  onceAsked(socket => {
    socket.write(start)
    const dripping = setInterval(() => socket.write('a'), 20)
    socket.once('close', () => clearInterval(dripping))
  })

test.each<[string, (socket: Socket) => unknown]>([
  ['no response', onceAsked(() => {})],
  ['a head that drips', drip('HTTP/1.1 200 OK\r\nX-Drip: ')],
  ['a body that drips', drip(`${head('Content-Length: 99999')}{"name":"`)],
])('%s: the call ends in time, and its connection with it', async (_case, misbehave) => {
  await using server = await misbehavingServer(misbehave)
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', timeout: 300 })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(error?.message).toMatch(/^POST \S+ timed out after 300 ms$/)
  const [socket] = server.sockets
  // `once` would reject where the end is a reset.
  if (socket && !socket.closed) await new Promise(closed => socket.on('close', closed))
})

test('the timeout covers all attempts', async () => {
  const past = { 'retry-after': '0' }
  const { client, sent } = clientOf([refused(503, past), refused(429, past), neverAnswers])
  const { error } = await client.addPlant(monstera, { timeout: 500 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(sent).toHaveLength(3)
})

test('a timeout of the call overrides the timeout of the client; undefined leaves it', async () => {
  const { client } = clientOf(neverAnswers, { timeout: 40 })
  const own = await client.addPlant(monstera, { timeout: 30 })
  expect(own.error?.message).toContain('timed out after 30 ms')
  const inherited = await client.addPlant(monstera, { timeout: undefined })
  expect(inherited.error?.message).toContain('timed out after 40 ms')
})

describe('A call that has ended ignores', () => {
  const hangs = () => new Promise<never>(() => {})

  test('a token: no hook runs, and nothing is sent', async () => {
    const token = later<string>()
    let hooks = 0
    const { client, sent } = clientOf(added(), {
      accessToken: () => token.promise,
      middleware: [{ onRequest: () => void hooks++ }],
    })
    const { error } = await client.addPlant(monstera, { timeout: SOON })
    token.resolve('token')
    await turns()
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect({ hooks, sent }).toEqual({ hooks: 0, sent: [] })
  })

  test('an onRequest: nothing is sent, no other hook runs, and no rejection is left', async () => {
    const rejections = unhandledRejections()
    const hook = later<undefined>()
    let others = 0
    const other = () => void others++
    const { client, sent } = clientOf(added(), {
      middleware: [
        { onRequest: () => hook.promise, onError: other },
        { onRequest: other, onError: other },
      ],
    })
    const { error } = await client.addPlant(monstera, { timeout: SOON })
    hook.resolve(undefined)
    await turns()
    rejections.stop()
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    expect({ others, sent }).toEqual({ others: 0, sent: [] })
    expect(rejections.reasons).toEqual([])
  })

  test.each<[string, object]>([
    ['without middleware', {}],
    ['with an onResponse that hangs', { middleware: [{ onResponse: hangs }] }],
  ])('a response, %s: its body is cancelled', async (_name, options) => {
    const answer = later<Response>()
    const { body, cancelled } = endlessBody('{"name":"', 'a')
    const { client } = clientOf(() => answer.promise, options)
    const { error } = await client.addPlant(monstera, { timeout: SOON })
    answer.resolve(new Response(body))
    await cancelled
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  })

  test('a refusal: the plant is not sent again', async () => {
    const answer = later<Response>()
    const { client, sent } = clientOf(() => answer.promise)
    const { error } = await client.addPlant(monstera, { timeout: SOON })
    answer.resolve(refused(503, { 'retry-after': '0' }))
    await turns()
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    expect(sent).toHaveLength(1)
  })
})

// As in a debugger or on a suspended machine. Overdue timers fire in the order of their times, so the
// back-off ends before the call times out.
test.each<[string, Parameters<typeof clientOf>]>([
  ['the back-off', [[refused(503, { 'retry-after': '1' }), added()]]],
  ['the token', [added(), { accessToken: () => delay(1_000, 'token') }]],
  ['a hook', [added(), { middleware: [{ onRequest: () => delay(1_000) }] }]],
])(
  'nothing is sent after the time-out if %s ended while the process stood still',
  async (name, given) => {
    const { client, sent } = clientOf(...given)
    const call = client.addPlant(monstera, { timeout: 1_200 })
    await delay(10)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300)
    const { error } = await call
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(name === 'the back-off' ? 1 : 0)
  },
)
