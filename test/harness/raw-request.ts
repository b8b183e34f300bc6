import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { within } from './within.ts'

/** The bytes of a request that sends a plant, or any other body. Other lines come before its length. */
export const rawPost = (body: string, lines: readonly string[] = [], target = '/plants'): string =>
  [
    `POST ${target} HTTP/1.1`,
    'Host: localhost',
    'Authorization: Bearer token',
    'Content-Type: application/json',
    ...lines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')

/** The first bytes that come over a socket, as text. Throws if it closes without any. */
export async function firstData(socket: Socket): Promise<string> {
  const closed = once(socket, 'close').then((): never => {
    throw new Error('The connection closed before any byte came')
  })
  const [bytes] = await within(Promise.race([once(socket, 'data'), closed]), () => 'a first byte')
  return String(bytes)
}

/** Writes bytes to a port. Resolves to everything received until the connection ends. */
export function rawRequest(
  port: number,
  bytes: string | Uint8Array,
  host = '127.0.0.1',
): Promise<{ text: string; error?: string }> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let error: string | undefined
    const socket = connect(port, host)
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      error = failure.code
    })
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ text, ...(error && { error }) })
    })
    socket.write(bytes)
  })
}
