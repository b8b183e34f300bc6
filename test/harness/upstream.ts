// Real services for a mock that forwards: one on node:http, and one that writes raw bytes.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** A request that a service has received. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A service that remembers what it has received. By default it does what the contract says. */
export interface Upstream extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

export async function startUpstream(
  answer: (received: Received, response: ServerResponse) => unknown = answerByContract,
): Promise<Upstream> {
  const received: Received[] = []
  const { url, close } = await listen(async (request, response) => {
    const { method = '', url = '', rawHeaders, headers } = request
    const one = { method, url, rawHeaders, headers, body: await text(request) }
    received.push(one)
    answer(one, response)
  })
  return { url, received, close, [Symbol.asyncDispose]: close }
}

/** The plant without its id, whose digits are not touched. */
export function answerByContract({ body }: Received, response: ServerResponse): void {
  const { id: _, ...plant } = JSON.parse(body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(plant))
}

/** A service that keeps the bytes of each request, and writes the bytes of `response` in return. */
export async function startRawUpstream(
  respond: (socket: Socket, request: string) => void,
): Promise<AsyncDisposable & { url: string; requests: string[]; open: Set<Socket> }> {
  const requests: string[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let bytes = ''
    socket.on('error', () => {}) // the mock may reset it
    socket.on('close', () => open.delete(socket))
    socket.on('data', chunk => {
      bytes += chunk.toString('latin1')
      const [head = '', body] = bytes.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body === undefined || body.length < length) return
      requests.push(bytes)
      respond(socket, bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, requests, open, [Symbol.asyncDispose]: close }
}
