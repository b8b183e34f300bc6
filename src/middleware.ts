import { path } from '../generated/contract.ts'
import { ignore } from './attempt.ts'
import { toJson } from './json.ts'
import type { ClientSettings } from './settings.ts'

/** Runs a hook, and sends requests, for `runMiddleware`. */
export interface MiddlewareHost {
  /** Sends what the hooks made of the request. */
  send(request: Request): Promise<Response>
  /** Sends a request of a hook. */
  fetch(request: Request, signal: AbortSignal | undefined): Promise<Response>
  /** Runs a hook. `isHarmless` says of which results it counts as having sent nothing itself. */
  runHook<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T>
}

/**
 * Calls the hooks in the order of openapi-fetch and with the same arguments, and sends the request between
 * them. openapi-fetch itself also builds URLs, merges headers and reads bodies without limit, which cannot
 * be turned off.
 */
export async function runMiddleware(
  settings: ClientSettings,
  original: Request,
  host: MiddlewareHost,
): Promise<Response> {
  const { middleware } = settings
  const shared = createContext(settings, host)
  const reversed = middleware.slice().reverse()
  let request = original
  for (const one of middleware) {
    const { onRequest } = one
    if (typeof onRequest !== 'function') continue
    const hook = () => onRequest.call(one, { ...shared, request })
    const result = await host.runHook(hook, given => given instanceof Request)
    if (result instanceof Response) return result // no onResponse is called for it
    if (result)
      request = expectType(Request, result, 'onRequest must return a Request or a Response')
  }

  let response = await host.send(request).catch(async thrown => {
    let error: unknown = thrown
    for (const one of reversed) {
      const { onError } = one
      if (typeof onError !== 'function') continue
      const hook = () => onError.call(one, { ...shared, request, error })
      const result = await host.runHook(hook, given => given === error)
      if (result instanceof Response) return result
      if (result && result !== error)
        error = expectType(Error, result, 'onError must return an Error or a Response')
    }
    throw error
  })

  for (const one of reversed) {
    const { onResponse } = one
    if (typeof onResponse !== 'function') continue
    const hook = () => onResponse.call(one, { ...shared, request, response })
    const result = await host.runHook(hook, given => given === response)
    if (result && result !== response)
      response = expectType(Response, result, 'onResponse must return a Response')
  }
  return response
}

/** The arguments that all hooks of an attempt share. */
function createContext({ baseUrl }: ClientSettings, host: MiddlewareHost) {
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return host.fetch(new Request(input, init), signal)
  }
  const options = Object.freeze({
    baseUrl,
    parseAs: 'json' as const,
    querySerializer: () => '',
    pathSerializer: (pathname: string) => pathname,
    bodySerializer: toJson,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = send(input, init)
      ignore(() => answer) // a hook may not wait for it
      return answer
    },
  })
  return { id: Math.random().toString(36).slice(2), schemaPath: path, params: {}, options }
}

/** The parts of a request that fetch is given. */
export async function readRequest(request: Request): Promise<RequestInit> {
  const { method, credentials, keepalive } = request
  const headers = Object.fromEntries(request.headers)
  const body = await request.arrayBuffer()
  return { method, headers, credentials, keepalive, body: body.byteLength > 0 ? body : null }
}

function expectType<T>(type: new (...args: never[]) => T, value: unknown, message: string): T {
  if (value instanceof type) return value
  throw new TypeError(message)
}
