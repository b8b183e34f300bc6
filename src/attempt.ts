import type { Client } from 'openapi-fetch'
import { method } from '../generated/contract.ts'
import type { paths } from '../generated/types.ts'
import { plantOf, textOf } from './answer.ts'
import { type Fail, rootOf } from './errors.ts'
import { observed } from './middleware.ts'
import { neverLeft } from './never-left.ts'
import type { Middleware, PlantStoreClientOptions } from './options.ts'
import type { NewPlant, Plant } from './plant.ts'
import type { AskForToken } from './token.ts'

/** What a client brings to each of its calls. */
export interface ClientSettings extends PlantStoreClientOptions {
  middleware: Middleware[]
  headers: Record<string, string>
  fail: Fail
  api: Client<paths>
  askForToken: AskForToken
}

/** What every attempt of a call needs, and what is known of the call so far. */
export interface Call extends ClientSettings {
  maxRetries: number
  body: string
  /** Fires at the end of the call. */
  signal: AbortSignal
  /** The last answer. */
  response?: Response | undefined
  /** True from the moment that an attempt is sent, unless its outcome shows that it added nothing. */
  mayHaveBeenAdded: boolean
}

/** The statuses of an answer that is no success and tells that nothing was added. */
const REFUSED = /^[^25]|503/

/** Sends the plant once and reads what comes back. */
export async function attempt(call: Call, token: string): Promise<Plant> {
  const { body, fetch = globalThis.fetch, fail, mayHaveBeenAdded, middleware, signal } = call
  const headers = { ...call.headers, authorization: `Bearer ${token}` }
  let lost: unknown = call
  const lose = (cause: unknown): never => {
    lost = cause
    throw cause
  }
  let text: string
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const answered = (response: Response) => {
    reader = response.body?.getReader() // throws where a middleware read the body, not a clone
    call.response = response
  }
  call.response = undefined
  try {
    await call.api.POST('/plants', {
      body: body as unknown as NewPlant,
      bodySerializer: json => json,
      ...(middleware[0] && {
        headers,
        signal,
        middleware: observed(middleware, answered, error => {
          lost = error
        }),
      }),
      async fetch(request) {
        const init: RequestInit = {
          method,
          headers,
          body,
          redirect: 'manual', // followed, a POST would turn into a GET, or the token travel
          signal,
          ...(middleware[0] && {
            headers: Object.fromEntries(request.headers),
            body: await request.arrayBuffer(),
            signal: request.signal,
            credentials: request.credentials,
          }),
        }
        if (signal.aborted) throw call // the provider or a middleware took too long
        call.mayHaveBeenAdded = true
        const exchange = async () => {
          const response = await fetch(request.url, init)
          if (!response?.headers) throw new TypeError('fetch gave no Response')
          call.response = response
          if (middleware[0]) return response
          answered(response)
          // openapi-fetch is left no body to read: that is done here, bounded by size and time.
          return { status: 204, headers: response.headers } as Response
        }
        return exchange().catch(lose)
      },
    })
    text = await textOf(call.response as unknown as Response, reader, signal).catch(lose)
  } catch (cause) {
    const why = rootOf(cause).message
    if (cause !== lost) {
      ;(call as Call).response?.body?.cancel().catch(() => {}) // a locked one is the middleware's to read
      throw fail('middleware', `failed in middleware: ${why}`, { cause })
    }
    if (neverLeft(cause)) call.mayHaveBeenAdded = mayHaveBeenAdded
    throw fail('network', `got no full answer: ${why}`, { cause })
  }
  const response = call.response as unknown as Response
  if (lost === call && REFUSED.test(`${response.status}`)) call.mayHaveBeenAdded = mayHaveBeenAdded
  return plantOf(response, text, fail)
}
