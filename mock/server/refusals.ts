// What the server refuses before the app sees a request.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorAnswer, type Refusal } from '../http/answer.ts'
import { withCors } from '../http/cors.ts'
import { parseHost } from '../http/host.ts'
import type { NodeRequest } from '../http/node.ts'
import { ALLOW } from '../store/checks.ts'

/**
 * Refuses a `Host` that is missing or not valid (RFC 9112, section 3.2). Node's own response has no body:
 * https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L1249
 */
export function checkHost({ headers, incoming }: NodeRequest): Refusal | undefined {
  const host = headers.get('host')
  if (host === undefined)
    return incoming.httpVersion === '1.1'
      ? { status: 400, message: 'Send the header Host' }
      : undefined
  if (parseHost(host) !== undefined) return undefined
  return { status: 400, message: 'Host must be a name or an address, with or without a port' }
}

export const NO_TUNNEL: Refusal = {
  status: 405,
  message:
    'CONNECT asks a proxy for a tunnel, but the mock is not a proxy: send it the request itself',
  headers: ALLOW,
}

/** Refuses what Node gives no response object for. */
export function writeRefusal(refusal: Refusal, socket: Duplex): void {
  const { status, body, headers } = withCors(errorAnswer(refusal))
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': Buffer.byteLength(String(body)),
  })
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(line => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  )
}

/** Says what is wrong with bytes that Node cannot parse, or did not get in time. Undefined if their client has left. */
export function toRefusal({ code = '', rawPacket, reason }: ClientError): Refusal | undefined {
  // A client that has ended its side has left, as far as Node is concerned:
  // https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L939
  if (code === 'HPE_INVALID_EOF_STATE') return undefined
  return CLIENT_ERRORS[code] ?? { status: 400, message: describeBytes(rawPacket, reason) }
}

/** Node adds the bytes in which it found the error, and its reason, such as `Invalid method encountered`. */
interface ClientError extends NodeJS.ErrnoException {
  readonly reason?: string
  readonly rawPacket?: Buffer
}

/** Says what a person probably tried. */
function describeBytes(bytes: Buffer = Buffer.of(), reason?: string): string {
  // A handshake record (RFC 8446, section 5.1).
  if (bytes[0] === 0x16)
    return 'This is TLS, but the mock speaks plain http: write http:// in place of https://'
  // The preface of a client that knows the server (RFC 9113, section 3.4).
  if (bytes.toString('latin1', 0, 14) === 'PRI * HTTP/2.0')
    return 'This is HTTP/2, but the mock speaks HTTP/1.1'
  return `This is not an HTTP request${reason === undefined ? '' : `: ${reason}`}`
}

const CLIENT_ERRORS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message:
      'The headers are longer than Node takes: start the mock with NODE_OPTIONS=--max-http-header-size=65536',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
}
