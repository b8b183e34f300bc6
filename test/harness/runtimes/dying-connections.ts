// A random trial: of calls over connections that die at random moments, what the client said is compared with what the
// service did. Some runtimes repeat a POST by themselves then; each copy bears the number of its attempt.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PlantStoreClient } from 'plant-store-client'

/** What the service did with a request. */
export interface Deed {
  attempt: string
  added: boolean
  /** 0 where the connection died. */
  status: number
  /** Whether the runtime had sent this attempt before. */
  isCopy: boolean
}

/** By the id of a plant. */
export type Stories = Record<string, Deed[]>

const REFUSES_THE_REQUEST = [400, 401, 403, 405, 406, 411, 413, 414, 415, 422, 431]
const OF_THE_MOMENT = [404, 408, 409, 410, 418, 421, 425, 429, 500, 502, 503]
const RETRY_AFTER = [429, 503, 503, 503]

/** A service that adds, refuses and breaks connections at random, and tells at `/stories` what it did. */
export function dyingService(random: () => number) {
  const stories: Stories = {}
  const oneOf = <Value>(values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value

  const statusFor = (id: number, wasAdded: boolean): number => {
    if (id % 10 === 0) return oneOf(REFUSES_THE_REQUEST) // whenever it is sent
    if (wasAdded && random() < 0.3) return oneOf([400, 409]) // it exists already
    const chance = random()
    if (chance < 0.35) return 200
    return chance < 0.75 ? 0 : oneOf([...OF_THE_MOMENT, ...RETRY_AFTER])
  }

  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { origin = '*', 'access-control-request-headers': asked = '*' } = request.headers
    response.setHeaders(
      new Map([
        ['access-control-allow-origin', origin],
        ['access-control-allow-headers', asked],
        ['access-control-expose-headers', 'retry-after'],
        ['access-control-max-age', '600'],
      ]),
    )
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method === 'GET') return void response.end(JSON.stringify(stories))
    const { id } = JSON.parse(body)
    const attempt = String(request.headers['x-attempt'])
    stories[id] ??= []
    const story = stories[id]
    const status = statusFor(
      id,
      story.some(({ added }) => added),
    )
    const added = status === 200 || (status === 0 && random() < 0.7)
    story.push({ attempt, added, status, isCopy: story.some(deed => deed.attempt === attempt) })
    const { socket } = request
    if (status === 0) return void (random() < 0.5 ? socket.resetAndDestroy() : socket.destroy())
    const retryAfter = RETRY_AFTER.includes(status) && random() < 0.8 && { 'retry-after': '0' }
    const answer = status === 200 ? { name: 'Monstera' } : { error: status, message: 'No.' }
    response
      .writeHead(status, { 'content-type': 'application/json', ...retryAfter })
      .end(JSON.stringify(answer))
  }
}

/** What a trial saw, so that one that sees nothing does not pass. */
export interface Seen {
  calls: number
  ok: number
  /** Calls of which a copy was sent by the runtime, but for Node's after a 421. */
  copied: number
  notAdded: number
  retried: number
  /** What was said that is not so, with what the service did. */
  wrong: string[]
}

/** Makes calls one after the other, so that connections are used again. */
export async function tryDyingConnections(baseUrl: string, calls: number): Promise<Seen> {
  let attempt = 0
  const client = new PlantStoreClient({
    baseUrl,
    accessToken: 'token',
    timeout: 20_000,
    middleware: [
      { onRequest: ({ request }) => request.headers.set('x-attempt', String(++attempt)) },
    ],
  })
  const results: Awaited<ReturnType<PlantStoreClient['addPlant']>>[] = []
  for (let id = 1; id <= calls; id++) results.push(await client.addPlant({ id, name: 'Monstera' }))
  const stories: Stories = await (await fetch(`${baseUrl}/stories`)).json()

  const seen: Seen = { calls, ok: 0, copied: 0, notAdded: 0, retried: 0, wrong: [] }
  for (const [index, { ok, error }] of results.entries()) {
    const story = stories[index + 1] ?? []
    const last = story[story.length - 1]
    const additions = story.filter(({ added }) => added)
    const own = new Set(additions.map(deed => deed.attempt)).size
    const said = error ? `${error.kind}, mayHaveBeenAdded: ${error.mayHaveBeenAdded}` : 'ok'
    const tell = (what: string) => seen.wrong.push(`${what}: ${said}, ${JSON.stringify(story)}`)
    if (ok) seen.ok++
    if (error && !error.mayHaveBeenAdded) seen.notAdded++
    if (story.some(({ isCopy }, at) => isCopy && story[at - 1]?.status !== 421)) seen.copied++
    if (new Set(story.map(deed => deed.attempt)).size > 1) seen.retried++

    if (ok && additions.length === 0) tell('ok, though it was not added')
    if (own > 1) tell('added twice by the client')
    const answersCopy = last?.isCopy && last.status === 400 // it exists already
    if (error && !error.mayHaveBeenAdded && additions.length > 0 && !answersCopy)
      tell('"not added", though it was')
  }
  return seen
}
