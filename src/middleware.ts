import { path } from '../generated/contract.ts'
import { objectToJson } from './json.ts'
import type { ClientSettings } from './settings.ts'

/** What runs the hooks of an attempt, and sends its request. */
export interface MiddlewareHost {
  /** Sends what the hooks made of the request. */
  send(request: Request): Promise<Response>
  /** Runs a hook. Of some results it is known that the hook sent nothing itself. */
  runHook<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T>
}

/**
 * Runs the hooks of each middleware, and sends the request between them, in the order and with the
 * arguments of openapi-fetch. That does more, whatever its options are: it builds URLs, merges headers
 * and reads every body without limit.
 */
export async function runMiddleware(
  settings: ClientSettings,
  original: Request,
  host: MiddlewareHost,
): Promise<Response> {
  const { middleware } = settings
  const shared = createContext(settings)
  const reversed = middleware.slice().reverse()
  let request = original
  for (const one of middleware) {
    const hook = () => one.onRequest?.({ ...shared, request })
    const result = await host.runHook(hook, given => given instanceof Request)
    if (result instanceof Response) return result // no onResponse is called for it
    if (result)
      request = expectType(Request, result, 'onRequest must return a Request or a Response')
  }

  let response = await host.send(request).catch(async thrown => {
    let error: unknown = thrown
    for (const one of reversed) {
      const hook = () => one.onError?.({ ...shared, request, error })
      const result = await host.runHook(hook, given => given === error)
      if (result instanceof Response) return result
      if (result) error = expectType(Error, result, 'onError must return an Error or a Response')
    }
    throw error
  })

  for (const one of reversed) {
    const hook = () => one.onResponse?.({ ...shared, request, response })
    const result = await host.runHook(hook, given => given === response)
    if (result) response = expectType(Response, result, 'onResponse must return a Response')
  }
  return response
}

/** What every hook of an attempt is given besides. */
function createContext({ baseUrl, fetch = globalThis.fetch }: ClientSettings) {
  const options = {
    baseUrl,
    parseAs: 'json' as const,
    querySerializer: () => '',
    pathSerializer: (pathname: string) => pathname,
    bodySerializer: (body: unknown) => objectToJson(Object(body)),
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      return fetch(request.url, await readRequest(request))
    },
  }
  return { id: Math.random().toString(36).slice(2), schemaPath: path, params: {}, options }
}

/** The plain values of a request, which every fetch takes. */
export async function readRequest(request: Request): Promise<RequestInit> {
  const { method, credentials, redirect, signal } = request
  const headers = Object.fromEntries(request.headers)
  const body = await request.arrayBuffer()
  return { method, headers, credentials, redirect, signal, body: body.byteLength > 0 ? body : null }
}

function expectType<T>(type: new (...args: never[]) => T, value: unknown, message: string): T {
  if (value instanceof type) return value
  throw new TypeError(message)
}
