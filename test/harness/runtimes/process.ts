// Runs on Node, Bun and Deno, which all have node:http; prints the results as one line of JSON.
import process from 'node:process'
import { inspect } from 'node:util'
import { createMockApp, createMockStore, type MockAppOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { holdAppControl, holdSessions } from './app.ts'
import { holdClient, holdUnpooled, SENDS_ONCE, UNCONNECTED, UNRESOLVED } from './client.ts'
import { holdExpectations, holdStoreFetch } from './expectations.ts'
import type { Result } from './result.ts'
import type { Live } from './services.ts'

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
const isOldBun = onBun && Bun.version.startsWith('1.3.')
const repeats = onDeno || isOldBun

/**
 * denoland/deno#36415: Deno takes a reset to mean that the connection had been idle for too long. oven-sh/bun#28706: so
 * did Bun.
 */
const RESENDS =
  'Deno, and Bun before 1.3.14, repeat a POST by themselves if a connection that was used before is lost'

const LAST_ATTEMPT =
  'what repeats a POST tells of the last copy alone, and an earlier one may have added the plant'

const live: Live = JSON.parse(process.argv[2] ?? '')
const app = await serveApp()
const results: Result[] = [
  ...(await holdClient(live, {
    inspect: [
      inspect,
      value => inspect(value, { showHidden: true, depth: 9 }),
      ...(onBun ? [Bun.inspect] : []),
      ...(onDeno ? [Deno.inspect] : []),
    ],
    cannot: repeats
      ? { [SENDS_ONCE]: RESENDS, [UNCONNECTED]: LAST_ATTEMPT, [UNRESOLVED]: LAST_ATTEMPT }
      : {},
  })),
  ...(onDeno ? [await holdUnpooled(live, withoutPool())] : []),
  ...(await holdStoreFetch(createMockStore)),
  ...(await holdExpectations('socket', 'socket', async ({ options = {} }) => {
    const { url, close } = await startMockServer({ ...options, port: 0, basePath: '/v1' })
    return { url, fetch, close }
  })),
  ...(await holdSessions(onBun || onDeno ? 'store.fetch' : 'socket', async options => ({
    ...(await serveApp(options)),
    fetch,
  }))),
  ...(await holdAppControl(
    app.origin,
    onBun || onDeno,
    isOldBun ? 'unexpected-response' : 'network',
  )),
]
await app.close()

/** Serves an app by the runtime's own server, on Node by the package's. */
async function serveApp(options: MockAppOptions = {}) {
  const atPort = (port: number) => `http://127.0.0.1:${port}`
  const address = { port: 0, hostname: '127.0.0.1' }
  if (onBun) {
    const { fetch } = createMockApp(options)
    // Without `error`, Bun answers in the same way, but ends with an exit code.
    const error = () => new Response('failed', { status: 500 })
    const server = Bun.serve({ ...address, fetch, error })
    return { origin: atPort(server.port), close: () => server.stop(true) }
  }
  if (onDeno) {
    const { fetch } = createMockApp(options)
    const stop = new AbortController()
    const { addr } = Deno.serve({ ...address, onListen() {}, signal: stop.signal }, fetch)
    return { origin: atPort(addr.port), close: () => stop.abort() }
  }
  const { url, close } = await startMockServer({ ...options, port: 0 })
  return { origin: new URL(url).origin, close }
}

function withoutPool(): typeof fetch {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 })
  return (url, init) => fetch(url, { ...init, client } as RequestInit)
}

const version = onBun ? Bun.version : onDeno ? Deno.version.deno : process.versions.node
process.stdout.write(`${JSON.stringify({ version, results })}\n`)
