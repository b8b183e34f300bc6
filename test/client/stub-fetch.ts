import {
  type AddPlantOptions,
  type AddPlantResult,
  type Middleware,
  PlantStoreClient,
  type PlantStoreClientOptions,
} from 'plant-store-client'
import { errorBody, path, successStatus } from '../../generated/contract.ts'
import { later } from './later.ts'

export const baseUrl = 'https://plants.example.com/v1'
/** Where plants are added. */
export const url: string = baseUrl + path
export const monstera = { id: 1, name: 'Monstera' }

/** It has every hook, and changes nothing. */
export const passive: Middleware = { onRequest() {}, onResponse() {}, onError() {} }

/** Each rule holds with and without middleware. */
export const withAndWithoutMiddleware: [name: string, middleware: Middleware[]][] = [
  ['without middleware', []],
  ['with middleware', [passive]],
]

/** What a fetch was called with. */
export interface Sent {
  url: string
  init: RequestInit
  headers: Headers
  /** The bearer token. */
  token: string | undefined
}

export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A client whose fetch returns one answer after another, the last one again and again. */
export function clientOf(
  answers: Answer | Answer[],
  options: Partial<PlantStoreClientOptions> = {},
): { client: PlantStoreClient; sent: Sent[] } {
  const all = [answers].flat()
  const sent: Sent[] = []
  const client = new PlantStoreClient({
    baseUrl,
    accessToken: 'token',
    fetch: async (url, init = {}) => {
      const headers = new Headers(init.headers)
      const token = headers.get('authorization')?.replace('Bearer ', '')
      const one = { url: String(url), init, headers, token }
      sent.push(one)
      const answer = all[Math.min(sent.length, all.length) - 1] as Answer
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(one) : answer.clone()
    },
    ...options,
  })
  return { client, sent }
}

/** Adds a plant with such a client. */
export async function add(
  answers: Answer | Answer[],
  options: Partial<PlantStoreClientOptions> = {},
  ofCall?: AddPlantOptions,
): Promise<AddPlantResult & { sent: Sent[] }> {
  const { client, sent } = clientOf(answers, options)
  return { ...(await client.addPlant(monstera, ofCall)), sent }
}

/** Adds a plant at this address, through the runtime's fetch unless the options have another. */
export const addTo = (
  baseUrl: string,
  options: Partial<PlantStoreClientOptions> = {},
  ofCall?: AddPlantOptions,
): ReturnType<typeof add> => add([], { baseUrl, fetch: undefined, ...options }, ofCall)

export const added = (): Response => Response.json(monstera, { status: successStatus })

/** A response by the contract that is not a success. */
export const refused = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json(errorBody(status, 'No.'), { status, headers })

/** A refusal that says when to try again. */
export const busy = (retryAfter = '0', status = 503): Response =>
  refused(status, { 'retry-after': retryAfter })

/** What Node's fetch throws where a connection fails. */
export const failed = (code: string, syscall: string, target: string): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`${syscall} ${code} ${target}`), { code, syscall }),
  })

/** What Node's fetch throws where a connection to this address is refused. */
export const refusedAt = (address: string, port: number): TypeError => {
  const error = failed('ECONNREFUSED', 'connect', `${address}:${port}`)
  Object.assign(Object(error.cause), { address, port })
  return error
}

/** An address whose connections are refused. */
export const refusingUrl = 'http://192.0.2.1:8080/v1'
export const connectionRefused: TypeError = refusedAt('192.0.2.1', 8080)
export const connectionReset: TypeError = failed('ECONNRESET', 'read', '')

/** Milliseconds until a call times out. It has been sent by then, also on a loaded machine. */
export const SOON = 500

/** A fetch that rejects once its signal fires, like a service that is too slow. */
export const neverAnswers = ({ init }: Sent): Promise<never> =>
  new Promise((_, reject) => {
    const { signal } = init
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (signal?.aborted) reject(signal.reason)
  })

/** A body that starts and never ends; `cancelled` resolves once nobody wants the rest. */
export function endlessBody(
  start: string,
  more = '',
): { body: ReadableStream<Uint8Array>; cancelled: Promise<void>; pulled: () => number } {
  const encoder = new TextEncoder()
  const { promise: cancelled, resolve: cancel } = later<void>()
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(start)),
    pull(controller) {
      pulled++
      if (more) controller.enqueue(encoder.encode(more))
      // Without more it stalls; a stream asks again only once it was given something.
    },
    cancel: () => cancel(),
  })
  return { body, cancelled, pulled: () => pulled }
}
