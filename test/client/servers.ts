// Services on a real socket.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody, successStatus } from '../../generated/contract.ts'

interface Listening extends AsyncDisposable {
  url: string
  port: number
  /** Each connection, in order. */
  sockets: Socket[]
  /** The connections that are open. */
  open: Set<Socket>
}

async function listen(server: Server): Promise<Listening> {
  const sockets: Socket[] = []
  const open = new Set<Socket>()
  server.on('connection', socket => {
    sockets.push(socket)
    open.add(socket)
    socket.on('error', () => {}) // the client may reset it
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sockets,
    open,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One request as it arrived, and what a service can do with it. */
export interface Exchange {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Puts the plant of the request into the store. */
  add(): void
  response: ServerResponse
}

export type Behaviour = (exchange: Exchange) => unknown

export interface RecordingServer extends Listening {
  requests: Exchange[]
  /** The ids of the plants that were added, in order. */
  added: number[]
}

/** A service that keeps count of what it added, whatever it answers. */
export async function recordingServer(behave: Behaviour = adds()): Promise<RecordingServer> {
  const requests: Exchange[] = []
  const added: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '') // a client may end the request
    const { method = '', url = '', headers } = request
    const add = () => void added.push(JSON.parse(body).id)
    const exchange = { method, url, headers, body, add, response }
    requests.push(exchange)
    behave(exchange)
  })
  return { ...(await listen(server)), requests, added }
}

export const answers =
  (status: number, headers: OutgoingHttpHeaders = {}, body = ''): Behaviour =>
  ({ response }) =>
    response.writeHead(status, headers).end(body)

export const page = '<h1>Bad Gateway</h1>'
export const plant = '{"name":"Monstera"}'
export const contractError: string = JSON.stringify(errorBody(7, 'No.'))
export const atOnce: OutgoingHttpHeaders = { 'retry-after': '0' }

export const never: Behaviour = () => {}
/** Begins a response, and never ends it. */
export const stalls: Behaviour = ({ response }) =>
  response.writeHead(successStatus).write('{"name":')
export const cutsShort: Behaviour = ({ response }) => {
  response.writeHead(successStatus, { 'content-length': '99' })
  response.write('{"name":', () => response.socket?.resetAndDestroy())
}

/** Adds the plant, and then does what it is given: the contract's success unless told otherwise. */
export const adds =
  (
    behave: Behaviour = answers(successStatus, { 'content-type': 'application/json' }, plant),
  ): Behaviour =>
  exchange => {
    exchange.add()
    behave(exchange)
  }

/** One behaviour after another; the last one again and again. */
export const inTurn = (...all: Behaviour[]): Behaviour => {
  let turn = 0
  return exchange => all[Math.min(turn++, all.length - 1)]?.(exchange)
}

/** A TCP server that knows no HTTP: what is written to a socket is up to the test. */
export const misbehavingServer = (misbehave: (socket: Socket) => unknown): Promise<Listening> =>
  listen(createTcpServer(misbehave))

/** Misbehaves once the whole request has arrived. */
export const onceAsked =
  (misbehave: (socket: Socket) => unknown) =>
  (socket: Socket): void => {
    let request = ''
    socket.on('data', data => {
      request += data
      if (request.endsWith('}')) misbehave(socket)
    })
  }

export const head = (...headers: string[]): string =>
  [`HTTP/1.1 ${successStatus} OK`, 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  )
