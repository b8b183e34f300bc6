// The event streams of an app: what a listener is sent first, how often, and how many there may be.
import { setImmediate } from 'node:timers/promises'
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { eventsIn, firstRequests, type ServerSentEvent } from '../support/server-sent-events.ts'

const open = (app: MockApp, lastEventId?: string) =>
  app.fetch('https://a.test/__mock/events', {
    ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
  })

const events = async (app: MockApp, lastEventId?: string) => eventsIn(await open(app, lastEventId))

const send = (app: MockApp) => app.fetch('https://a.test/plants', { method: 'POST' })

/** The next event. */
async function next(stream: AsyncGenerator<ServerSentEvent>): Promise<ServerSentEvent> {
  const { value } = await stream.next()
  return value
}

/** From now on time stands still. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('A stream begins with the time to reconnect after, and the state', async () => {
  const app = createMockApp()
  const response = await open(app)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('data:')) text += (await reader?.read())?.value ?? ''
  expect(text).toMatch(/^retry: 1000\n\nevent: state\ndata: \{"run":.*\}\n\n$/)
  await reader?.cancel()
})

test('An id that the journal has not reached is followed by the requests to come', async () => {
  const app = createMockApp()
  await send(app)
  const [first] = await firstRequests(1, await events(app))
  const stream = await events(app, first?.id.replace(/\d+$/, '999'))
  const told = firstRequests(1, stream)
  await send(app)
  expect(await told).toMatchObject([{ number: 2 }])
})

test('A listener is sent at most the last 1,000 of the requests before it', async () => {
  const app = createMockApp({ maxRequests: 2_000 })
  for (let count = 0; count < 1_010; count++) await send(app)
  expect(await firstRequests(1, await events(app))).toMatchObject([{ number: 11 }])
})

test('A state is sent only if it has changed, and then at once', async () => {
  stopTime()
  const app = createMockApp()
  const stream = await events(app)
  expect([(await next(stream)).event, (await next(stream)).event]).toEqual(['none', 'state'])
  const put = async (latency: number) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ latency })
    await app.fetch('https://a.test/__mock/settings', { method: 'PUT', headers, body })
  }
  const following = next(stream)
  for (const latency of [0, 0, 0, 7]) {
    await put(latency)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(JSON.parse((await following).data)).toMatchObject({ settings: { latency: [7, 7] } })
  await stream.return(undefined)
})

const remove = (app: MockApp, path: string) =>
  app.fetch(`https://a.test/__mock${path}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  })

test.each<[string, (app: MockApp) => unknown, object]>([
  ['failNext', ({ store }) => store.failNext('cut-short'), { failureCount: 2 }],
  ['holdNext', ({ store }) => store.holdNext(), { holdCount: 1 }],
  ['addPlants', ({ store }) => store.addPlants([{ id: 1, name: 'a' }]), { plants: 1 }],
  ['DELETE failures', app => remove(app, '/failures'), { failureCount: 0 }],
  ['DELETE failures/1', app => remove(app, '/failures/1'), { failureCount: 0 }],
  ['DELETE requests', app => remove(app, '/requests'), { requests: 0 }],
])('%s is told', async (_name, change, expected) => {
  const app = createMockApp()
  await app.fetch('https://a.test/plants')
  app.store.failNext('cut-short')
  const stream = await events(app)
  for (const event of ['none', 'state', 'request']) expect((await next(stream)).event).toBe(event)
  const following = next(stream)
  change(app)
  expect(JSON.parse((await following).data)).toMatchObject(expected)
  await stream.return(undefined)
})

test('A reset that is undone is told', async () => {
  const app = createMockApp({ plants: [{ id: 1, name: 'a' }] })
  app.store.addPlants([{ id: 2, name: 'b' }])
  const post = (path: string) =>
    app.fetch(`https://a.test/__mock${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
  await post('/reset')
  const stream = await events(app)
  for (const event of ['none', 'state']) expect((await next(stream)).event).toBe(event)
  const following = next(stream)
  await post('/reset/undo')
  expect(JSON.parse((await following).data)).toMatchObject({ plants: 2 })
  await stream.return(undefined)
})

test('A release and a reset in the process are told', async () => {
  const app = createMockApp()
  const hold = app.store.holdNext()
  const stream = await events(app)
  await next(stream)
  await next(stream)
  let following = next(stream)
  hold.release('cut-short')
  const { run, ...released } = JSON.parse((await following).data)
  expect(released).toMatchObject({ holdCount: 0, failureCount: 1 })
  following = next(stream)
  app.store.reset()
  const reset = JSON.parse((await following).data)
  expect(reset).toMatchObject({ holdCount: 0, failureCount: 0 })
  expect(reset.run).not.toBe(run)
  await stream.return(undefined)
})

test.each(['held', 'delayed'])('A request that is %s is told, then its end', async pending => {
  const app = createMockApp({ latency: pending === 'held' ? 0 : 300 })
  const hold = pending === 'held' ? app.store.holdNext() : undefined
  const stream = await events(app)
  await next(stream)
  await next(stream)
  const following = next(stream)
  const responding = send(app)
  expect(JSON.parse((await following).data)).toMatchObject({ requests: 0, pending: [{ pending }] })
  const end = next(stream)
  hold?.release()
  expect(JSON.parse((await end).data)).toMatchObject({ pendingCount: 0 })
  await responding
  await stream.return(undefined)
})

test('Changes that follow closely are sent together', async () => {
  stopTime()
  const app = createMockApp()
  const stream = await events(app)
  await next(stream)
  await next(stream)
  const following = next(stream)
  for (let count = 0; count < 5; count++) app.store.failNext({ status: 500 })
  await vi.advanceTimersByTimeAsync(50)
  expect(JSON.parse((await following).data)).toMatchObject({ failureCount: 5 })
  await stream.return(undefined)
})

test('The first change after a pause is sent at once, and the next one with those after it', async () => {
  stopTime()
  const app = createMockApp()
  const stream = await events(app)
  await next(stream)
  await next(stream)
  await vi.advanceTimersByTimeAsync(50)
  const counts: number[] = []
  const reading = (async () => {
    while (counts.at(-1) !== 3) counts.push(JSON.parse((await next(stream)).data).failureCount)
  })()
  for (let count = 1; count <= 3; count++) {
    app.store.failNext({ status: 500 })
    for (let turn = 0; turn < 10; turn++) await setImmediate() // what is sent at once arrives
    expect(counts).toEqual([1])
  }
  await vi.advanceTimersByTimeAsync(50)
  await reading
  expect(counts).toEqual([1, 3])
  await stream.return(undefined)
})

test('A clock that is set back delays no event', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createMockApp()
  const stream = await events(app)
  await next(stream)
  await next(stream)
  vi.setSystemTime(Date.now() - 3_600_000)
  const following = next(stream)
  app.store.failNext({ status: 500 })
  expect(JSON.parse((await following).data)).toMatchObject({ failureCount: 1 })
  await stream.return(undefined)
})

test('A heartbeat follows every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stream = await events(createMockApp())
  await next(stream)
  await next(stream)
  const beat = next(stream)
  vi.advanceTimersByTime(15_000)
  expect(await beat).toEqual({ event: 'comment', data: 'heartbeat' })
  await stream.return(undefined)
  expect(vi.getTimerCount()).toBe(0)
})

test('Beyond 1,000 listeners another one is refused, until one has left', async () => {
  const app = createMockApp()
  const listeners: Response[] = []
  for (let count = 0; count < 1_000; count++) listeners.push(await open(app))
  const refused = await open(app)
  expect(refused.status).toBe(503)
  expect((await refused.json()).message).toBe(
    'There are too many event streams: close some of them',
  )
  await listeners.pop()?.body?.cancel()
  listeners.push(await open(app))
  expect(listeners.at(-1)?.status).toBe(200)
  for (const { body } of listeners) await body?.cancel()
})

test('A listener whose timers have ended, as on workerd when its client leaves, makes room', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = createMockApp()
  for (let count = 0; count < 1_000; count++) await open(app)
  expect((await open(app)).status).toBe(503)
  const now = performance.now() + 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  expect((await open(app)).status).toBe(200)
})

test('So does a session that has no other listener', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = createMockApp({ maxSessions: 1 })
  const { body } = await app.fetch('https://a.test/~a/__mock/events')
  const status = async () => (await app.fetch('https://a.test/~b/__mock/health')).status
  expect(await status()).toBe(503)
  const now = performance.now() + 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  expect(await status()).toBe(200)
  await body?.cancel()
})
