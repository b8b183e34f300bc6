// Users of one Worker. The first one leaves while the token is on its way; what becomes of the others?
import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { errorBody } from '../../../generated/contract.ts'
import { listen } from '../listen.ts'
import { equal, held, type Result } from './result.ts'
import type { Order } from './worker-users.ts'

/** A Worker that runs. */
interface StartedWorker {
  ready: Promise<URL>
  dispose(): Promise<void>
}

/** A service whose first token never comes. `asked` resolves when it was asked for, and `left` when nobody waits for it. */
async function startService() {
  const events = new EventEmitter()
  const [asked, left] = [once(events, 'asked'), once(events, 'left')]
  let asks = 0
  const server = await listen(async (incoming, response) => {
    await text(incoming)
    if (incoming.url === '/token') {
      if (++asks > 1) return response.end('new')
      response.once('close', () => events.emit('left'))
      return events.emit('asked')
    }
    const isNew = incoming.headers.authorization === 'Bearer new'
    const body = isNew ? '{"name":"Monstera"}' : JSON.stringify(errorBody(401, 'No.'))
    return response.writeHead(isNew ? 200 : 401, { 'content-type': 'application/json' }).end(body)
  })
  return { ...server, asked, left }
}

/** What users get who come after one that has left. */
async function afterTheFirst(
  start: () => Promise<StartedWorker>,
  provider: Order['provider'],
  users: number,
): Promise<string[]> {
  const service = await startService()
  const worker = await start()
  try {
    const url = await worker.ready
    const order = (timeout: number) => {
      const given: Order = { service: service.url, provider, timeout }
      return JSON.stringify(given)
    }
    const first = request(url, { method: 'POST' })
    first.on('error', () => {}) // it is destroyed
    first.end(order(30_000))
    await service.asked
    first.socket?.resetAndDestroy() // workerd does not notice a connection that is closed in order
    await service.left
    const outcomes: string[] = []
    for (let user = 0; user < users; user++) {
      const answer = await fetch(url, { method: 'POST', body: order(2_000) })
      outcomes.push(await answer.text())
    }
    return outcomes
  } finally {
    await worker.dispose()
    await service.close()
  }
}

/** On Workers, a request that is cancelled takes its promises and timers with it. */
export const holdUsers = async (start: () => Promise<StartedWorker>): Promise<Result[]> => [
  await held(
    'client',
    'no other request waits for the first token that a visitor who left was waiting for',
    async () => equal(await afterTheFirst(start, 'none', 2), ['ok', 'ok']),
  ),
  await held(
    'client',
    'with a provider for each request, no request waits for the sign-in of a visitor who left',
    async () => equal(await afterTheFirst(start, 'of each request', 2), ['ok', 'ok']),
  ),
  await held(
    'client',
    'with one provider for all requests, they wait for the sign-in of a visitor who left, until its timeout is over',
    async () => equal(await afterTheFirst(start, 'of all requests', 3), ['timeout', 'ok', 'ok']),
  ),
]
