// The services that the clients of all runtimes call: mock servers that misbehave, each in its own way.
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { createRandom } from '../../../mock/store/random.ts'
import { freePort, listen } from '../listen.ts'
import { dyingService } from './dying-connections.ts'

/** The live services; `refused` is an address where nothing listens. */
export type Service =
  | 'plain'
  | 'target'
  | 'commanded'
  | 'refusing'
  | 'page'
  | 'redirecting'
  | 'silent'
  | 'late'
  | 'cut'
  | 'lost'
  | 'lost-unpooled'
  | 'gone'
  | 'refused'

export interface Live {
  urls: Record<Service, string>
  /** A service whose connections die at random, and the seed of what it does. */
  dying: { url: string; seed: number }
  /** The address that tells what arrived at a service. */
  witness: string
}

/** What arrived at a service. */
export interface Seen {
  ids: string[]
  statuses: number[]
  headers?: Record<string, string>
}

const unstable: Record<Exclude<Service, 'refused'>, (store: MockStore, target: string) => void> = {
  plain() {},
  target() {},
  commanded() {},
  refusing: store => store.failNext({ status: 400 }),
  page: store => store.failNext({ status: 200, body: '<h1>Welcome</h1>' }),
  redirecting: (store, location) =>
    store.failNext({ status: 307, body: '', headers: { location } }),
  silent: store => store.failNext('no-answer', { times: Infinity }),
  late: store => store.failNext('no-answer', { times: Infinity }),
  cut: store => store.failNext('cut-short', { times: Infinity }),
  lost: loseSecond,
  'lost-unpooled': loseSecond,
  gone: loseSecond,
}

function loseSecond(store: MockStore): void {
  store.failNext({ status: 200, body: { name: 'Monstera' } })
  store.failNext('network-error', { times: Infinity })
}

const serve = (store: MockStore) => startMockServer({ store, port: 0, basePath: '/v1' })

/**
 * A server that, unlike the mock's own, resets connections that were used before. It may be gone from then on, like a
 * service that adds a plant and crashes.
 */
async function mount(
  store: MockStore,
  isGoneThen: boolean,
): Promise<{ url: string; close(): Promise<void> }> {
  const { url, close } = await listen(async (request, response) => {
    const { url, method = '', headers } = request
    const body = method === 'POST' ? { body: await text(request) } : {}
    const init = { method, headers: headers as Record<string, string>, ...body }
    try {
      const answer = await store.fetch(`http://mounted${url}`, init)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    } catch {
      if (isGoneThen) void close()
      request.socket.resetAndDestroy()
    }
  })
  return { url: `${url}/v1`, close }
}

/** Starts the services, and a witness that tells what arrived at each. */
export async function startServices(): Promise<{ live: Live; close(): Promise<void> }> {
  const stores = new Map<string, MockStore>()
  const closing: (() => Promise<void>)[] = []
  const urls: Partial<Live['urls']> = {}
  for (const [name, misbehave] of Object.entries(unstable)) {
    const store = createMockStore()
    misbehave(store, `${urls.target}/plants`)
    stores.set(name, store)
    const server = await (misbehave === loseSecond ? mount(store, name === 'gone') : serve(store))
    urls[name as Service] = server.url
    closing.push(server.close)
  }
  urls.refused = `http://127.0.0.1:${await freePort()}`

  /** Responds to `/<service>?requests=<n>` once the service was sent that many requests, or does not get them. */
  const witness = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://witness')
    const store = stores.get(pathname.slice(1)) as MockStore
    await arrived(store, Number(searchParams.get('requests')))
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(
      JSON.stringify({
        ids: store.plants.map(({ id }) => `${id}`),
        statuses: store.requests.map(({ status = 0 }) => status), // 0 where there was no response
        headers: store.requests.at(-1)?.headers,
      }),
    )
  })
  closing.push(witness.close)

  const seed = Number(process.env.TRIAL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const handle = dyingService(createRandom(seed))
  const dying = await listen(async (request, response) =>
    handle(request, response, await text(request)),
  )
  closing.push(dying.close)
  return {
    live: { urls: urls as Live['urls'], witness: witness.url, dying: { url: dying.url, seed } },
    close: async () => void (await Promise.all(closing.map(close => close()))),
  }
}

/**
 * Waits until that many requests have arrived, ten seconds at most. One that gets no answer is in flight, for which
 * there is no event.
 */
async function arrived(store: MockStore, count: number): Promise<void> {
  const end = performance.now() + 10_000
  while (store.requests.length < count && performance.now() < end) await setTimeout(10)
}
