import { method, path, requestMediaType } from '../../generated/contract.ts'
import type { JsonRequest } from '../control/types.ts'
import { sessionPath } from './address.ts'
import { field } from './dom.ts'
import { pathOf } from './outcome.ts'

/** What the service answered a request of this page. */
export interface ServiceAnswer {
  status: number
  text: string
}

let basePath = ''

/** Sets the path of the base address, under that of the session. */
export function setBasePath(path: string): void {
  basePath = path
}

/** The base address to give to a client. */
export const baseAddress = (): string => location.origin + sessionPath() + basePath

/** Sends a body to the operation, with the token of the form. Rejects without an answer. */
export const sendToService = (body: string, signal: AbortSignal): Promise<ServiceAnswer> =>
  send(baseAddress() + path, {
    method,
    headers: { ...authorization(), 'content-type': requestMediaType },
    body,
    signal,
  })

/** Sends a request of the log once more. Rejects without an answer. */
export function repeatRequest(request: JsonRequest, body?: string): Promise<ServiceAnswer> {
  const url = sessionPath() + pathOf(request.url).replace(/^\/~[^/]*/, '')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (!BY_BROWSER.test(name)) headers.set(name, withToken(value))
  const signal = AbortSignal.timeout(REPEAT_TIMEOUT)
  const init = { method: request.method, headers, signal }
  const hasBody = body !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
  return send(url, hasBody ? { ...init, body } : init)
}

/** A failure may leave a request without an answer for good. */
const REPEAT_TIMEOUT = 30_000

async function send(url: string, init: RequestInit): Promise<ServiceAnswer> {
  const response = await fetch(url, { ...init, redirect: 'manual', credentials: 'omit' })
  return { status: response.status, text: await response.text() }
}

/** The token that was typed is kept by its field alone. */
const token = () => field('token').value

const authorization = () => (token() === '' ? undefined : { authorization: `Bearer ${token()}` })

/** The journal has no token, so that of the form takes its place. */
const withToken = (value: string) => value.replaceAll('[redacted]', () => token())

/** Headers that the browser sets, or that name a session: this page's is in the path. */
const BY_BROWSER =
  /^(?:accept-encoding|connection|content-length|cookie|expect|host|keep-alive|origin|referer|sec-.*|transfer-encoding|user-agent|x-mock-session)$/
