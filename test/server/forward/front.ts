// A mock in front of a real service, and what its tests do with it.
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { addition, plant } from '../../harness/addition.ts'
import { startUpstream, type Upstream } from '../../harness/upstream.ts'

export const front = (forward: string | URL, more = {}): Promise<MockServer> =>
  startMockServer({ port: 0, forward, ...more })

/** Sends a plant, or any other body. */
export const post = (
  server: Pick<MockServer, 'url'>,
  body: BodyInit | null = plant(),
  more = {},
): Promise<Response> =>
  fetch(`${server.url}/plants`, { ...addition(body, more), redirect: 'manual' })

export const violationsOf = (server: MockServer): string[] =>
  server.store.requests.flatMap(each => each.violations ?? [])

/** A service that answers everything in one way: with a text or the JSON of anything else. */
export const answering = (
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Upstream> =>
  startUpstream((_, response) =>
    response
      .writeHead(status, headers)
      .end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)),
  )
