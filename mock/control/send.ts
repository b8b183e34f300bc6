import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { ControlRoot } from './connection.ts'
import { CONTROL_HEADER, MAX_BODY_BYTES } from './types.ts'

/** Milliseconds before a call of the control API is given up. */
const TIMEOUT = 10_000

/** The control API refused, because what was named is not there. */
export class NotFoundError extends Error {}

/** Sends a request to the control API, and returns the body of a success. */
export async function sendToControl(
  root: ControlRoot,
  method: string,
  path: string,
  { body, timeout = TIMEOUT }: { body?: unknown; timeout?: number } = {},
): Promise<string> {
  const change = method === 'GET' ? undefined : toJsonBody(body)
  const { response, text } = await exchange(root, path, timeout, {
    method,
    redirect: 'manual',
    headers: { ...root.headers, ...(change && { 'content-type': 'application/json' }) },
    ...(change && { body: change }),
  })
  const [name, value] = CONTROL_HEADER
  if (response.headers.get(name) !== value)
    throw new Error(
      `No mock control API at ${root.href} (${describeResponse(response.status, text)}). Check the URL and --no-control.`,
    )
  if (response.ok) return text
  throw new (ERRORS.get(response.status) ?? Error)(`The mock server refused: ${readMessage(text)}`)
}

/** A mock server may refuse a request before its control API, for its `Host`, and say why. */
function describeResponse(status: number, text: string): string {
  const message = readMessage(text)
  return message === undefined ? `status ${status}` : `status ${status}: ${message.slice(0, 300)}`
}

/** The message of an error in JSON, if it is one. */
function readMessage(text: string): string | undefined {
  try {
    const message: unknown = Object(readJson(text)).message
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Checked here, because a server may close the connection on what is too long. */
function toJsonBody(value: unknown): string {
  const json = writeJson(value)
  const { length } = new TextEncoder().encode(json)
  if (length <= MAX_BODY_BYTES) return json
  throw new Error(
    `The mock server takes at most ${MAX_BODY_BYTES} bytes of JSON in one call, not ${length}: send less at once`,
  )
}

const ERRORS = new Map([
  [400, TypeError],
  [404, NotFoundError],
])

async function exchange(root: ControlRoot, path: string, timeout: number, init: RequestInit) {
  try {
    const response = await fetch(root.href + path, {
      ...init,
      signal: AbortSignal.timeout(timeout),
    })
    return { response, text: await response.text() }
  } catch (cause) {
    const message = `No response from a mock server at ${root.origin}: ${reasonOf(cause, timeout)}`
    throw new Error(message, { cause })
  }
}

/** Node's fetch gives the reason only in the cause. */
function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `none within ${timeout / 1_000} seconds`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
