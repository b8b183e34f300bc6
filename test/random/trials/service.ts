import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  adds,
  answers,
  atOnce,
  contractError,
  cutsShort,
  type Exchange,
  never,
  page,
  plant,
  stalls,
} from '../../client/servers.ts'
import { type Named, named } from './named.ts'
import { onOwnPort } from './ports.ts'
import { type Caller, isTokenOf } from './users.ts'

/** The header of requests that a middleware sends on its own behalf, which do not count as the client's. */
export const OWN_BEHALF = 'x-sent-by-middleware'

/** The plants that were added, by their id: by the client, and by a middleware of its own accord. */
export type Added = Map<number, { client: number; middleware: number }>

type TrialBehaviour = (exchange: Exchange & { delay(): Promise<void> }) => unknown

const resets = ({ response }: Exchange) => void response.socket?.resetAndDestroy()
const plantAdded = answers(200, {}, plant)
const refused = answers(400, {}, contractError)
const afterDelay =
  (behave: TrialBehaviour): TrialBehaviour =>
  exchange =>
    exchange.delay().then(() => behave(exchange))

/** How the service handles a request. Each name says whether it adds the plant. */
export const behaviours: Named<TrialBehaviour> = {
  refuse400: refused,
  refuse401: answers(401, {}, contractError),
  refuse404: answers(404, {}, page),
  refuse429: answers(429, atOnce, contractError),
  refuse503: answers(503, atOnce, page),
  refuseSlowly: afterDelay(refused),
  resetWithoutAdding: resets,
  hangWithoutAdding: never,
  add: adds(plantAdded),
  addSlowly: afterDelay(exchange => {
    exchange.add()
    return afterDelay(plantAdded)(exchange)
  }),
  addAfterInterim(exchange) {
    exchange.response.writeProcessing()
    exchange.response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    adds(plantAdded)(exchange)
  },
  async addAndDribble({ add, delay, response }) {
    add()
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const part of ['{"name":', '"Mon', 'stera"}']) {
      response.write(part)
      await delay()
    }
    response.end()
  },
  addAndStall: adds(stalls),
  addAndCut: adds(cutsShort),
  addAndCutChunked: adds(({ response }) =>
    response.writeHead(200).write(plant, () => response.socket?.destroy()),
  ),
  addAndReset: adds(resets),
  addAndHang: adds(never),
  addAndBabble: adds(({ response }) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')),
  addAnd201: adds(answers(201, {}, plant)),
  addAnd204: adds(answers(204)),
  addAnd302: adds(answers(302, { location: '/plants' })),
  addAnd303: adds(answers(303, { location: '/elsewhere', ...atOnce }, page)),
  addAnd304: adds(answers(304)),
  addAnd500: adds(answers(500, atOnce, contractError)),
  addAnd502: adds(answers(502, {}, page)),
  addAnd503: adds(answers(503, {}, contractError)),
  addAndGive: adds(answers(200, {}, '{"name":7}')),
}

/** Whether the service listens. It may begin later, or end with the first request. */
export type Listener = 'stays' | 'absent' | 'comes' | 'goes'

export interface Service {
  port: number
  /** Tokens that were sent for another user. */
  foreign: readonly string[]
  /** Connections that are open and not idle; waits for none. */
  busy(): number
  close(): Promise<void>
}

/** One service on a port of its own, which gives `plan` answer by answer, the last again and again. */
export async function startService(
  plan: readonly string[],
  listener: Listener,
  wait: number,
  added: Added,
  callers: readonly Caller[],
): Promise<Service> {
  const foreign: string[] = []
  const open = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const delay = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, wait)
      timers.add(timer)
    })
  let turn = 0
  const server = createServer(async (request, response) => {
    const next = plan[Math.min(turn++, plan.length - 1)] ?? 'add'
    if (listener === 'goes') server.close()
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return // the client ended the request: nothing was added
    const { authorization = '' } = request.headers
    const { user = 0 } = callers.find(({ id }) => id === JSON.parse(body).id) ?? {}
    if (!isTokenOf(authorization.replace('Bearer ', ''), user))
      foreign.push(`${authorization} for user ${user}`)
    const add = () => {
      const { id } = JSON.parse(body)
      const counts = added.get(id) ?? { client: 0, middleware: 0 }
      counts[OWN_BEHALF in request.headers ? 'middleware' : 'client']++
      added.set(id, counts)
    }
    const { method = '', url = '', headers } = request
    await named(behaviours, next)({ method, url, headers, body, add, response, delay })
  })
  server.on('connection', socket => {
    open.add(socket)
    socket.on('error', () => {}) // the client may reset it
    socket.on('close', () => open.delete(socket))
  })
  const port = await onOwnPort(async port => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  })
  server.on('error', () => {}) // the port was taken while it was away: it stays absent
  if (listener === 'absent' || listener === 'comes') {
    server.close()
    await once(server, 'close')
  }
  if (listener === 'comes') void delay().then(() => server.listen(port, '127.0.0.1'))
  return {
    port,
    foreign,
    busy() {
      server.closeIdleConnections() // leaves those alone that never sent a request
      return [...open].filter(socket => socket.bytesRead > 0).length
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of open) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
