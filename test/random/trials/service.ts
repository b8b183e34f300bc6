import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '../../../generated/contract.ts'
import { type Named, named } from './named.ts'
import { onOwnPort } from './ports.ts'
import { type Caller, isTokenOf } from './users.ts'

/** The header of requests that a middleware sends on its own behalf, which do not count as the client's. */
export const OWN_BEHALF = 'x-sent-by-middleware'

/** The plants that were added, by their id: by the client, and by a middleware of its own accord. */
export type Added = Map<number, { client: number; middleware: number }>

/** How the service handles a request. Each name says whether it adds the plant. */
export const answers: Named<(exchange: Exchange) => Promise<unknown>> = {
  refuse400: async ({ answer }) => answer(400, contractError),
  refuse401: async ({ answer }) => answer(401, contractError),
  refuse404: async ({ answer }) => answer(404, page),
  refuse429: async ({ answer }) => answer(429, contractError, { 'retry-after': '0' }),
  refuse503: async ({ answer }) => answer(503, page, { 'retry-after': '0' }),
  refuseSlowly: async ({ answer, delay }) => {
    await delay()
    answer(400, contractError)
  },
  resetWithoutAdding: async ({ reset }) => reset(),
  hangWithoutAdding: async () => {},
  add: async ({ add, answer }) => {
    add()
    answer(200, plant)
  },
  addSlowly: async ({ add, answer, delay }) => {
    await delay()
    add()
    await delay()
    answer(200, plant)
  },
  addAfterInterim: async ({ add, answer, response }) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    add()
    answer(200, plant)
  },
  addAndDribble: async ({ add, delay, response }) => {
    add()
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const part of ['{"name":', '"Mon', 'stera"}']) {
      response.write(part)
      await delay()
    }
    response.end()
  },
  addAndStall: async ({ add, response }) => {
    add()
    response.writeHead(200).write('{"name":')
  },
  addAndCut: async ({ add, reset, response }) => {
    add()
    response.writeHead(200, { 'content-length': '99' })
    response.write('{"name":', reset)
  },
  addAndCutChunked: async ({ add, response }) => {
    add()
    response.writeHead(200).write('{"name":"Monstera"}', () => response.socket?.destroy())
  },
  addAndReset: async ({ add, reset }) => {
    add()
    reset()
  },
  addAndHang: async ({ add }) => add(),
  addAndBabble: async ({ add, response }) => {
    add()
    response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
  },
  addAnd201: async ({ add, answer }) => {
    add()
    answer(201, plant)
  },
  addAnd204: async ({ add, answer }) => {
    add()
    answer(204)
  },
  addAnd302: async ({ add, answer }) => {
    add()
    answer(302, '', { location: '/plants' })
  },
  addAnd303: async ({ add, answer }) => {
    add()
    answer(303, page, { location: '/elsewhere', 'retry-after': '0' })
  },
  addAnd304: async ({ add, answer }) => {
    add()
    answer(304)
  },
  addAnd500: async ({ add, answer }) => {
    add()
    answer(500, contractError, { 'retry-after': '0' })
  },
  addAnd502: async ({ add, answer }) => {
    add()
    answer(502, page)
  },
  addAnd503: async ({ add, answer }) => {
    add()
    answer(503, contractError)
  },
  addAndGive: async ({ add, answer }) => {
    add()
    answer(200, '{"name":7}')
  },
}

/** Whether the service listens. It may begin later, or end with the first request. */
export type Listener = 'stays' | 'absent' | 'comes' | 'goes'

interface Exchange {
  add(): void
  answer(status: number, body?: string, headers?: Record<string, string>): void
  reset(): void
  delay(): Promise<void>
  response: ServerResponse
}

const plant = '{"name":"Monstera"}'
const contractError = JSON.stringify(errorBody(7, 'No.'))
const page = '<h1>No</h1>'

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
  const server = createServer(async (request: IncomingMessage, response) => {
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
    const answer: Exchange['answer'] = (status, content = '', headers = {}) =>
      void response.writeHead(status, headers).end(content)
    const reset = () => void response.socket?.resetAndDestroy()
    await named(answers, next)({ add, answer, reset, delay, response })
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
