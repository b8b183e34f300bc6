import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { path } from '../generated/contract.ts'
import { type Answer, refusal, WITHOUT_BODY } from './answer.ts'
import type { Call } from './call.ts'

/** A node:http request as the store sees it; `goAhead` is called before its body is read. */
export function callOf(request: IncomingMessage, basePath: string, goAhead?: () => void): Call {
  const { headers, method = '', rawHeaders, socket } = request
  const target = request.url ?? '/'
  // RFC 9112, section 3.2: /path, http://host/path or *
  const isPath = target.startsWith('/')
  const pathname = target === basePath + path ? target : pathOf(target)
  const origin = `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`
  return {
    method,
    path: pathname,
    isOperation: pathname === basePath + path,
    url: isPath ? origin + target : ORIGIN.test(target) ? target : `${origin}/${target}`,
    header: name =>
      ONCE.has(name) ? all(name, rawHeaders) : ((headers[name] as string | undefined) ?? null),
    headers: pairs(rawHeaders),
    body: limit => {
      goAhead?.()
      return readUpTo(limit, request)
    },
  }
}

const pathOf = (target: string) => target.replace(ORIGIN, '').replace(/[?#].*$/s, '') || '/'

const ORIGIN = /^https?:\/\/[^/?#]*/i

/** Node keeps the first of two of these; two are not one. */
const ONCE = new Set(['authorization', 'content-type'])

function all(name: string, rawHeaders: readonly string[]): string | null {
  let value: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const key = rawHeaders[index] as string
    if (key.length !== name.length || key.toLowerCase() !== name) continue
    value =
      value === null ? (rawHeaders[index + 1] as string) : `${value}, ${rawHeaders[index + 1]}`
  }
  return value
}

/** Made here, so that the journal holds on to nothing else of a request. */
const pairs = (rawHeaders: readonly string[]) =>
  function* (): Iterable<[string, string]> {
    for (let index = 0; index < rawHeaders.length; index += 2)
      yield [rawHeaders[index] as string, rawHeaders[index + 1] as string]
  }

function readUpTo(limit: number, request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return chunks.push(chunk)
      // The rest is read and dropped: a closed connection could cost the client the answer.
      chunks.length = 0
      resolve(undefined)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject) // it is one, too, where the connection closes before the end
  })
}

/** Sends an answer over a socket, with its fault. */
export function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body, fault } = answer
  if (fault === 'no-answer') return
  if (fault === 'network-error') return void request.socket.resetAndDestroy()
  if (WITHOUT_BODY.includes(status)) return void response.writeHead(status, headers).end()

  const length = Buffer.byteLength(body)
  response.writeHead(status, { ...headers, 'content-length': length })
  if (fault === 'cut-short')
    response.write(body.slice(0, body.length / 2), () => request.socket.destroy())
  else response.end(body)
}

/** What is answered to bytes that are no request, written by hand since there is no response. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const [status, reason, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'This is not an HTTP request',
  ]
  const { body, headers } = refusal(status, message, { connection: 'close' })
  const lines = Object.entries({ ...headers, 'content-length': body.length })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\n${lines.map(line => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  )
}

const CLIENT_ERRORS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not come to its end in time'],
}
