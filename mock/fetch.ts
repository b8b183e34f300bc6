import { path } from '../generated/contract.ts'
import { type Answer, WITHOUT_BODY } from './answer.ts'
import type { Call } from './call.ts'
import type { MockStore } from './store.ts'

/** The store's answers as `Response`s; faults as `fetch` would show them. */
export function fetchDoor(answer: (call: Call) => Promise<Answer>): MockStore['fetch'] {
  return async (input, init) => {
    // A Worker passes its environment second, which is no init; nor is every Request of this realm.
    const request = isRequest(input) ? input : new Request(input, init)
    const answered = await answer(callOf(request))
    const { status, headers, body, fault } = answered
    if (fault === 'network-error') throw new TypeError('Network error on command')
    if (fault === 'no-answer') return silence(request.signal)
    if (fault === 'cut-short') return cutShort(answered)
    const nothing = request.method === 'HEAD' || WITHOUT_BODY.includes(status)
    return new Response(nothing ? null : body, { status, headers })
  }
}

const isRequest = (input: Request | string | URL): input is Request =>
  typeof input === 'object' && 'headers' in input

function callOf(request: Request): Call {
  const { pathname } = new URL(request.url)
  const { headers } = request // and no more of it: the journal would keep it all
  return {
    method: request.method,
    path: pathname,
    isOperation: pathname.endsWith(path),
    url: request.url,
    header: name => headers.get(name),
    headers: () => headers,
    body: limit => readUpTo(limit, request),
  }
}

async function readUpTo(limit: number, request: Request): Promise<Uint8Array | undefined> {
  // Not every browser streams a request's body.
  if (!request.body) {
    const whole = await request.arrayBuffer()
    return whole.byteLength > limit ? undefined : new Uint8Array(whole)
  }
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
    if (length > limit) {
      reader.cancel().catch(() => {})
      return undefined
    }
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/** No answer until the caller has had enough. */
const silence = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** Half of the body, then an error. */
function cutShort({ status, headers, body }: Answer): Response {
  const bytes = new TextEncoder().encode(body)
  const half = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
    },
    async pull(controller) {
      await new Promise(resolve => setTimeout(resolve)) // or msw 3 would lose the headers as well
      controller.error(new TypeError('The answer was cut short on command'))
    },
  })
  // Without the length, msw 3 takes the end of the stream for the end of the body.
  const length = String(bytes.length)
  return new Response(half, { status, headers: { ...headers, 'content-length': length } })
}
