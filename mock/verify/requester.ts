import { describeRefusal } from '../contract/refusal.ts'
import { BodyBuffer } from '../http/body.ts'
import { readStream } from '../http/fetch.ts'
import { adviseOnError, SLOWER } from './advice.ts'
import type { MinimalResponse } from './probe.ts'

/** There is no response to judge. The message says what happened instead. */
export class NoResponse extends Error {
  /** What the owner of the service may try. */
  readonly advice: string

  constructor(message: string, advice = '') {
    super(message)
    this.advice = advice
  }
}

/** No response that conforms is as long. */
const MAX_RESPONSE_BYTES = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const MAX_WAITS = 2
const MAX_WAIT_SECONDS = 60

/** Statuses that say nothing about the request (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const BUSY = [429, 503]

/** Sends a request, as `fetch` does, and reads the response. */
export type Fetch = (url: string, init: RequestInit) => Promise<MinimalResponse>

/** How requests are sent. */
export interface RequesterOptions {
  /** Milliseconds for each response. */
  timeout: number
  /** Milliseconds between a response and the next request. */
  delay: number
  /** Headers of every request. */
  headers: Readonly<Record<string, string>>
  /** Hides the secrets in what comes, before anything else reads it. */
  redact: (text: string) => string
  /** Sends a request; the runtime's own by default. */
  fetch?: typeof fetch | undefined
}

/** Hears of each request that is sent, and of each that is about to be repeated. */
interface RequestListener {
  onRequest(): void
  onWait(status: number, seconds: number): void
}

/**
 * A `fetch` with a time limit and a size limit, which repeats a request after Retry-After. Rejects with
 * `NoResponse`.
 */
export function createRequester(options: RequesterOptions, listener: RequestListener): Fetch {
  const { delay, headers: always, redact } = options
  let hasSent = false
  return async (url, init) => {
    for (let waits = 0; ; waits++) {
      if (hasSent && delay > 0) await wait(delay)
      hasSent = true
      listener.onRequest()
      // Each request has a connection of its own: a service may end one after a response without saying so, and a
      // POST that was lost with it must not be sent again.
      const sent = { ...init, headers: { ...always, ...init.headers, connection: 'close' } }
      const { status, headers: received, body } = await request(url, sent, options)
      const headers = new Headers(
        [...received].map(([name, value]): [string, string] => [name, redact(value)]),
      )
      const text = redact(body)
      if (!BUSY.includes(status)) return { status, headers, text: async () => text }
      // Not a number if it is a date, which is not waited for.
      const retryAfter = headers.get('retry-after')
      const seconds = Number(retryAfter ?? Infinity)
      if (!(seconds <= MAX_WAIT_SECONDS) || waits === MAX_WAITS) {
        const response = { status, headers: Object.fromEntries(headers), body: text }
        const until = retryAfter === null ? '' : ` (Retry-After: ${retryAfter})`
        throw new NoResponse(`busy, ${describeRefusal(response)}${until}`, SLOWER)
      }
      listener.onWait(status, seconds)
      await wait(seconds * 1000)
    }
  }
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function request(url: string, init: RequestInit, options: RequesterOptions) {
  const { timeout, redact, fetch = globalThis.fetch } = options
  const signal = AbortSignal.timeout(timeout)
  let started = ''
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    started = `${status}, then `
    return { status, headers, body: await readText(response, started) }
  } catch (error) {
    if (error instanceof NoResponse) throw error
    if (signal.aborted) throw new NoResponse(`${started}no end within ${timeout} ms`)
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const reason = redact(cause?.message || cause?.code || message)
    throw new NoResponse(
      `${started || 'no response: '}${reason}`,
      started ? '' : adviseOnError(`${cause?.code} ${reason}`, url),
    )
  }
}

async function readText({ body }: Response, started: string): Promise<string> {
  const buffer = new BodyBuffer()
  const isShort = (chunk: Uint8Array) => {
    buffer.add(chunk)
    return buffer.length <= MAX_RESPONSE_BYTES
  }
  if (body) await readStream(body, isShort)
  const bytes = buffer.length > MAX_RESPONSE_BYTES ? undefined : buffer.bytes
  if (bytes) return new TextDecoder().decode(bytes)
  throw new NoResponse(`${started}a body of more than ${MAX_RESPONSE_BYTES} bytes`)
}
