import * as operation from '../../../generated/contract.ts'
import { CONTROL_PATH, type JsonRequest, type MockState } from '../../control/types.ts'
import { CONSOLE_HEADER } from '../../http/console-mark.ts'
import { REDACTED } from '../../http/redact.ts'
import { SESSION_HEADER } from '../../http/session-name.ts'
import { writeJson } from '../../json/write.ts'
import { readJson } from '../parts/read-json.ts'
import { pathOf } from '../words.ts'

/** The path of the control API, wherever a proxy has put it, with the session's prefix. */
export const controlPath = (): string => location.pathname.replace(/\/+$/, '')

/** The path before the control API: the session's, or nothing. */
const sessionPath = (): string => controlPath().slice(0, -CONTROL_PATH.length)

/** The path of a session's console; without a name, of the default session. */
export function consolePath(session?: string): string {
  // A tilde may arrive percent-encoded (RFC 3986, section 2.3).
  const serverPath = sessionPath().replace(/\/(?:~|%7e)[^/]*$/i, '')
  return `${serverPath}${session === undefined ? '' : `/~${session}`}${CONTROL_PATH}`
}

/** Puts a session that a header named into the page's address, from which the page makes its links. */
export function showInAddress(session: string | undefined): void {
  const path = consolePath(session)
  if (session !== undefined && controlPath() !== path)
    history.replaceState(null, '', path + location.hash)
}

/** The base address to give to a client. */
export const baseAddress = ({ basePath }: MockState): string =>
  location.origin + sessionPath() + basePath

/** Calls the control API. Rejects with a message for the user and, if the mock refuses, its `status`. */
export async function callControl(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const init = method !== 'GET' && {
    headers: { 'content-type': 'application/json' },
    body: writeJson(body ?? {}),
  }
  const asked = fetch(controlPath() + path, { method, signal, ...init })
  const response = await asked.catch(cause => {
    throw new Error(UNREACHABLE, { cause })
  })
  const { ok, status } = response
  if (status === 204) return undefined
  const result = readJson(await response.text())
  if (!ok) throw Object.assign(new Error((result as Error).message), { status })
  return result
}

export const UNREACHABLE = 'The mock server is not reachable. Start it again, then retry.'

/** A request that this page sends. A token is not in it, but where it stands. */
export interface Draft {
  readonly method: string
  /** The path below the session. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The names of headers of the request that it is like, which the page cannot send as they were. */
  readonly unsent: readonly string[]
}

/** Sends a request to the service as it is, with the token. Resolves to the status of the response. */
export async function sendToService(
  { method, path, headers, body }: Draft,
  token: string,
): Promise<number> {
  const url = location.origin + sessionPath() + path
  const response = await fetch(
    url.replaceAll(REDACTED, () => encodeURIComponent(token)),
    {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        value.replaceAll(REDACTED, () => token),
      ]),
      // As bytes, since a text would get a media type.
      body: body === '' ? null : new TextEncoder().encode(body),
      signal: AbortSignal.timeout(SEND_TIMEOUT),
      redirect: 'manual',
      credentials: 'omit',
    },
  )
  await response.text()
  return response.status
}

/** A failure may leave a request unanswered forever. */
const SEND_TIMEOUT = 30_000

/** The service that a request would be forwarded to. What is not for the operation, the mock answers itself. */
export function serviceFor(
  { method, path }: Pick<Draft, 'method' | 'path'>,
  { state }: { state: MockState | undefined },
): string | undefined {
  const isForOperation =
    method === operation.method && path.split('?')[0] === (state?.basePath ?? '') + operation.path
  return isForOperation ? state?.options.forward : undefined
}

/** A request of the log, to be sent once more. */
export function toDraft({ method, url, headers, text = '' }: JsonRequest): Draft {
  // The session is in the path, and the mark is the sender's.
  const { [SESSION_HEADER]: _, [CONSOLE_HEADER]: __, ...others } = headers
  const isSent = ([name, value]: [string, string]) =>
    isSendable(name) && (name === 'authorization' || !value.includes(REDACTED))
  const all = Object.entries(others)
  return {
    method,
    path: pathInSession(url),
    headers: Object.fromEntries(all.filter(isSent)),
    // A page cannot send a body with these methods.
    body: ['GET', 'HEAD'].includes(method) ? '' : text,
    unsent: all.filter(header => !isSent(header)).map(([name]) => name),
  }
}

/** Whether a page can send a header: https://fetch.spec.whatwg.org/#forbidden-request-header */
export const isSendable = (name: string): boolean =>
  !/^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|x-mock-console)$/i.test(
    name,
  )

/** The address of a request at this mock: the host in its URL is whatever its client sent, even another one. */
export const addressOf = ({ url }: JsonRequest): string =>
  // With the origin, because a path such as //a.test would be another one.
  location.origin + sessionPath() + pathInSession(url)

/** The path of a request without its session. */
export const pathInSession = (url: string): string =>
  pathOf(url).replace(/^\/(?:~|%7e)[^/?#]*/i, '') || '/'

/** Whether a token stands where the journal has none. */
export const hasHiddenToken = ({ url, headers: { authorization = '' } }: JsonRequest): boolean =>
  [url, authorization].some(text => text.includes(REDACTED))
