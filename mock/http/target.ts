import { path as operationPath } from '../../generated/contract.ts'

/** Where a request to the mock goes. */
export interface Target {
  /** What the path names as the session, if it does: `/~NAME`, before everything else. */
  readonly session: string | undefined
  /** The path after the session, without the query. */
  readonly path: string
  /** Whether the path is that of the operation, under the base address. */
  readonly isOperation: boolean
  /** Where the operation is, the session included; undefined if no base address is known. */
  readonly operationPath: string | undefined
}

/** Reads a path as it was sent, without the query. */
export function toTarget(path: string, basePath: string): Target {
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

/** A target of `store.fetch`: it has no session, and whatever comes before the operation's path is the base address. */
export const toStoreTarget = (path: string): Target => ({
  session: undefined,
  path,
  isOperation: path.endsWith(operationPath),
  operationPath: undefined,
})
