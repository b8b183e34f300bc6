// Runs on Node, Bun and Deno, which all have node:http; prints the results as one line of JSON.
import process from 'node:process'
import { inspect } from 'node:util'
import {
  createMockApp,
  createMockStore,
  type MockAppOptions,
  type MockStore,
} from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { holdAppControl, holdSessions } from './app.ts'
import { holdClient } from './client.ts'
import type { Live } from './live.ts'
import { holdUnpooled } from './network.ts'
import { type Result, without } from './result.ts'
import { holdRules, holdStoreFetch } from './rules.ts'

interface Listener {
  port: number
  close(): unknown
}

type Serve = (fetch: MockStore['fetch']) => Listener

declare const Bun: {
  version: string
  inspect(value: unknown): string
  serve(options: object): { port: number; stop(now: boolean): unknown }
}
declare const Deno: {
  version: { deno: string }
  inspect(value: unknown): string
  createHttpClient(options: object): object
  serve(options: object, handler: unknown): { addr: { port: number }; shutdown(): unknown }
}

const onBun = 'Bun' in globalThis
const onDeno = 'Deno' in globalThis

const serve: Serve | undefined = onBun
  ? fetch => {
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
      return { port: server.port, close: () => server.stop(true) }
    }
  : onDeno
    ? fetch => {
        const stop = new AbortController()
        const options = { port: 0, hostname: '127.0.0.1', onListen() {}, signal: stop.signal }
        const server = Deno.serve(options, fetch)
        return { port: server.addr.port, close: () => stop.abort() }
      }
    : undefined

/** denoland/deno#36415: Deno takes a reset to mean that the connection had been idle for too long. */
const RESENDS = 'Deno repeats a POST by itself if a connection that was used before is lost'

const live: Live = JSON.parse(process.argv[2] ?? '')
const results: Result[] = [
  ...(await holdClient(live, {
    inspect: [
      inspect,
      value => inspect(value, { showHidden: true, depth: 9 }),
      ...(onBun ? [Bun.inspect] : []),
      ...(onDeno ? [Deno.inspect] : []),
    ],
    cannot: onDeno ? { 'the runtime does not repeat a POST by itself': RESENDS } : {},
  })),
  ...(onDeno ? [await holdUnpooled(live, withoutPool())] : []),
  ...(await holdStoreFetch(createMockStore)),
  ...(await holdRules('socket', 'socket', async ({ options = {} }) => {
    const { url, close } = await startMockServer({ ...options, port: 0, basePath: '/v1' })
    return { url, fetch, close }
  })),
  ...(serve
    ? await holdRules('served', 'store.fetch', ({ options }) => {
        const { port, close } = serve(createMockStore(options).fetch)
        return { url: `http://127.0.0.1:${port}/v1`, fetch, close }
      })
    : [without('served', 'Node has no server that takes a fetch handler')]),
  ...(await holdSessions('store.fetch', options => ({
    origin: 'https://a.test',
    fetch: createMockApp(options).fetch,
  }))),
  ...(await holdSessions(serve ? 'store.fetch' : 'socket', async options => {
    const { origin, close } = await serveApp(options)
    return { origin, fetch, close }
  })),
  ...(await holdControlOfApp()),
]

/** An app behind the runtime's own server: that of fetch handlers where there is one. */
async function serveApp(
  options: MockAppOptions = {},
): Promise<{ origin: string; close(): unknown }> {
  if (!serve) {
    const { url, close } = await startMockServer({ ...options, port: 0 })
    return { origin: new URL(url).origin, close }
  }
  const { port, close } = serve(createMockApp(options).fetch)
  return { origin: `http://127.0.0.1:${port}`, close }
}

async function holdControlOfApp(): Promise<Result[]> {
  const { origin, close } = await serveApp()
  try {
    return await holdAppControl(origin)
  } finally {
    await close()
  }
}

function withoutPool(): typeof fetch {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 })
  return (url, init) => fetch(url, { ...init, client } as RequestInit)
}

const version = onBun ? Bun.version : onDeno ? Deno.version.deno : process.versions.node
process.stdout.write(`${JSON.stringify({ version, results })}\n`)
