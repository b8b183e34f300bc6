import { path as operationPath } from '../../generated/contract.ts'

/** A request as the store and the control API see it, whatever transport it arrived through. */
export interface StoreRequest {
  readonly method: string
  /** The full URL. */
  readonly url: string
  readonly target: RequestTarget
  /** Whether a server of its own, such as Bun's, calls the mock. It answers a rejection with a 500. */
  readonly isHosted: boolean
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  /** Aborted when the client disconnects before it has the whole response. */
  readonly signal: AbortSignal
  /** Why a response can no longer be sent: usually the client has left. Costs less than `signal`. */
  readonly disconnectReason: string | undefined
  /** The headers as they were sent: name, value, name, value. */
  readonly rawHeaders: readonly string[]
  /** How many headers were sent, repeated ones included. */
  readonly headerCount: number
  /**
   * Passes the chunks of the body to `take` until the end, or until it returns false. Rejects if the body
   * ends early, with a `NetworkError` if the client left.
   */
  readBody(take: (chunk: Uint8Array) => boolean): Promise<void>
}

/** What the journal says of a request whose client left. */
export const LEFT = {
  beforeResponse: 'The client disconnected before its response',
  inBody: 'The client disconnected before its body had arrived',
} as const

/** Where a request to the mock goes: the request target (RFC 9112, section 3.2), as it is read. */
export interface RequestTarget {
  /** The session that the path names: `/~NAME`, before everything else. */
  readonly session: string | undefined
  /** The path after the session, without the query. */
  readonly path: string
  /** Whether the path is the operation's, under the base address. */
  readonly isOperation: boolean
  /** The path of the operation, session included; undefined if no base address is known. */
  readonly operationPath: string | undefined
}

/** Reads a path as it was sent, without the query. */
export function toTarget(path: string, basePath: string): RequestTarget {
  const operation = basePath + operationPath
  const [, session, rest = '/'] = SESSION.exec(path) ?? []
  if (session === undefined)
    return { session, path, isOperation: path === operation, operationPath: operation }
  return {
    session,
    path: rest,
    isOperation: rest === operation,
    operationPath: `/~${session}${operation}`,
  }
}

/** A tilde may arrive percent-encoded (RFC 3986, section 2.3). */
const SESSION = /^\/(?:~|%7e)([^/]*)(\/.*)?$/is

/** Reads a target of `store.fetch`: any path that ends in the operation's matches, without a session. */
export const toStoreTarget = (path: string): RequestTarget => ({
  session: undefined,
  path,
  isOperation: path.endsWith(operationPath),
  operationPath: undefined,
})

/** Whether an Accept-Encoding names gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = (value: string): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/i.test(value)
