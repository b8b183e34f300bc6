import { createMockApp, type MockAppOptions, type MockSessions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { HEADERS, plant, addition as post } from '../harness/addition.ts'

/** A mock with sessions, as a test reaches it. */
export interface Reached {
  mock: MockSessions
  /** The origin, where the control API and the prefixes of sessions are. */
  origin: string
  fetch: typeof fetch
  [Symbol.asyncDispose](): Promise<void>
}

/** Reaches the app within the process. */
export async function reachApp(options?: MockAppOptions): Promise<Reached> {
  const mock = createMockApp(options)
  return {
    mock,
    origin: 'https://plants.example.com',
    fetch: mock.fetch,
    [Symbol.asyncDispose]: async () => mock.close(),
  }
}

/** Each way to the app: within the process, and over a socket. */
export const transports: Record<string, (options?: MockAppOptions) => Promise<Reached>> = {
  'app.fetch': reachApp,
  async socket(options) {
    const mock = await startMockServer({ ...options, port: 0 })
    return {
      mock,
      origin: new URL(mock.url).origin,
      fetch,
      [Symbol.asyncDispose]: () => mock.close(),
    }
  },
}

/** A request that adds a plant. */
export const addition = (id: number, headers: Record<string, string> = {}): RequestInit =>
  post(plant(id), { headers: { ...HEADERS, ...headers } })

export const inSession = (session: string): Record<string, string> => ({
  'x-mock-session': session,
})
