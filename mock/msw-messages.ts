import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CORS } from './answer.ts'
import type { Call } from './call.ts'

/**
 * A request as msw's handlers take it; undefined where there can be none (`CONNECT`, a `Host` that is
 * none), or where a handler sent it on with `bypass()`. Its signal fires when the client leaves.
 */
export function requestOf(
  call: Call,
  bytes: Uint8Array,
  response: ServerResponse,
): Request | undefined {
  if (call.header('accept')?.includes('msw/passthrough')) return undefined
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  try {
    const request = new Request(call.url, {
      method: call.method,
      body: bytes.length > 0 ? (bytes as Uint8Array<ArrayBuffer>) : null,
      signal: gone.signal,
    })
    for (const [name, value] of call.headers()) {
      const key = name.toLowerCase()
      if (HOP_BY_HOP.has(key)) continue
      // The first one replaces what Request made of the body.
      if (key === 'content-type' && request.headers.get(key) !== value)
        request.headers.set(key, value)
      else if (key !== 'content-type') request.headers.append(key, value)
    }
    return request
  } catch {
    return undefined // of no use to a handler; the store says what is wrong with it
  }
}

/** They are about the connection, which a `Request` or `Response` knows nothing of (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Sends what a handler answered; `HttpResponse.error()` resets the connection. */
export async function sendResponse(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answer.type === 'error') return void request.socket.resetAndDestroy()
  const headers: Record<string, string | string[]> = { ...CORS }
  for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) headers[name] = value
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies

  if (answer.statusText) response.statusMessage = answer.statusText
  response.writeHead(answer.status, headers)
  if (!answer.body || request.method === 'HEAD') return void response.end()
  response.flushHeaders() // they are right, whatever becomes of the body
  try {
    await pipeline(Readable.fromWeb(answer.body as never), response)
  } catch {
    request.socket.destroy() // the body failed, or the client left: either way there is no more to send
  }
}
