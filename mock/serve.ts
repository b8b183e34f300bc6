import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, refusal } from './answer.ts'
import type { Call } from './call.ts'

/** A node:http request as the store sees it. */
export function callOf(request: IncomingMessage, response: ServerResponse, basePath: string): Call {
  const { headers, method = '', rawHeaders, socket } = request
  const target = request.url ?? '/'
  const pathname = target.replace(/^http:\/\/[^/]*/i, '').replace(/[?#].*$/s, '') || '/'
  const under = pathname.startsWith(`${basePath}/`)
  return {
    method,
    path: under ? pathname.slice(basePath.length) : pathname,
    url: `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}${target}`,
    // Node keeps the first of two Authorization headers; two are not one.
    header: name =>
      name === 'authorization'
        ? (request.headersDistinct[name]?.join(', ') ?? null)
        : ((headers[name] as string | undefined) ?? null),
    headers: pairs(rawHeaders),
    body: limit => readUpTo(limit, request, response),
  }
}

/** Made here, so that the journal holds on to nothing else of a request. */
const pairs = (rawHeaders: readonly string[]) =>
  function* (): Iterable<[string, string]> {
    for (let index = 0; index < rawHeaders.length; index += 2)
      yield [rawHeaders[index] as string, rawHeaders[index + 1] as string]
  }

function readUpTo(
  limit: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Uint8Array | undefined> {
  // RFC 9110, section 10.1.1: only now is the body wanted.
  if (request.headers.expect) response.writeContinue()
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
    request.on('close', () => reject(new Error('aborted')))
    request.on('error', reject)
  })
}

/** Sends an answer over a socket, with its fault. */
export function send(
  { status, headers, body, fault }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket } = request
  if (fault === 'no-answer') return
  if (fault === 'network-error') return void socket.resetAndDestroy()

  const bytes = Buffer.from(body)
  const nothing = status === 204 || status === 304
  response.writeHead(status, { ...headers, ...(!nothing && { 'content-length': bytes.length }) })
  if (fault === 'cut-short') {
    response.write(bytes.subarray(0, bytes.length / 2), () => socket.destroy())
    return
  }
  response.end(nothing ? undefined : bytes)
}

/** What is answered to bytes that are no request, written by hand since there is no response. */
export function sendClientError(
  error: NodeJS.ErrnoException,
  socket: import('node:stream').Duplex,
): void {
  if (!socket.writable) return void socket.destroy()
  const [status, reason, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'This is not an HTTP request',
  ]
  const { body } = refusal(status, message)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  )
}

const CLIENT_ERRORS: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not come to its end in time'],
}
