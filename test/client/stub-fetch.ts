import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'

export const baseUrl = 'https://plants.example.com/v1'
export const monstera = { id: 1, name: 'Monstera' }

/** What a fetch was called with. */
export interface Sent {
  url: string
  init: RequestInit
  headers: Headers
  /** The bearer token. */
  token: string | undefined
}

type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A client whose fetch gives one answer after another, the last one again and again. */
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

export const added = (): Response => Response.json(monstera)

/** An answer by the contract that is no success. */
export const refused = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ error: status, message: 'No.' }, { status, headers })

/** What Node's fetch throws where a connection fails. */
export const failed = (code: string, syscall: string, target: string): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`${syscall} ${code} ${target}`), { code, syscall }),
  })

/** An address whose connections are refused. */
export const refusingUrl = 'http://192.0.2.1:8080/v1'
export const connectionRefused: TypeError = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:8080'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '192.0.2.1',
    port: 8080,
  }),
})
export const connectionReset: TypeError = failed('ECONNRESET', 'read', '')

/** A fetch that answers only to its signal, as a service that is too slow. */
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
): {
  body: ReadableStream<Uint8Array>
  cancelled: Promise<void>
  pulled: () => number
} {
  const encoder = new TextEncoder()
  let cancel: () => void
  let pulled = 0
  const cancelled = new Promise<void>(resolve => {
    cancel = resolve
  })
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
