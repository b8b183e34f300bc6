import type { Target } from './target.ts'

/** A request as the store and the control API see it, whatever transport it arrived through. */
export interface StoreRequest extends Target {
  readonly method: string
  /** The full URL. */
  readonly url: string
  /** The journal keeps this, so it must not reference the request. */
  readonly headers: SentHeaders
  /** How many characters the names and values of the headers have. */
  readonly headerChars: number
  /** Aborted when the client disconnects before it has the whole response. */
  readonly signal: AbortSignal
  /**
   * Whether a caller in the same process has aborted it, so that it adds nothing. A server adds the plant of
   * a client that has disconnected: it has received the request.
   */
  readonly isWithdrawn: boolean
  /** The value of a header by its name in lower case; repeated headers are joined by commas. */
  header(name: string): string | null
  /** Reads the body. Returns undefined, and reads no further, if it exceeds `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array | undefined>
}

/** Every header as it was sent. */
export interface SentHeaders extends Iterable<readonly [name: string, value: string]> {
  /** The same headers, made of what is kept already where that is equal. */
  reuse?(kept: SentHeaders): SentHeaders
}

/** The header that names a session. */
export const SESSION_HEADER = 'x-mock-session'

/** The same request with a body that has already been read. */
export function withBody(request: StoreRequest, body: Uint8Array | undefined): StoreRequest {
  const { method, session, path, isOperation, operationPath, url, headers, headerChars } = request
  return {
    method,
    session,
    path,
    isOperation,
    operationPath,
    url,
    headers,
    headerChars,
    get signal() {
      return request.signal
    },
    get isWithdrawn() {
      return request.isWithdrawn
    },
    header: name => request.header(name),
    readBody: async () => body,
  }
}
