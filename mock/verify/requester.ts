import { describeRefusal } from '../contract/response.ts'
import { BodyBuffer } from '../http/body.ts'
import { readStream } from '../http/fetch.ts'
import type { MinimalResponse } from './probe.ts'

/** There is no response to judge. The message says what happened instead. */
export class NoResponse extends Error {}

/** No response that conforms is as long. */
const MAX_BODY_BYTES = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const MAX_WAITS = 2
const MAX_WAIT_SECONDS = 60

/** Statuses that say nothing about the request (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const BUSY = [429, 503]

/** Sends a request, as `fetch` does, and reads the response. */
export type Fetch = (url: string, init: RequestInit) => Promise<MinimalResponse>

/** Hears of each request that is sent, and of each that is about to be repeated. */
interface RequestListener {
  onRequest(): void
  onWait(status: number, seconds: number): void
}

/**
 * A `fetch` with a time limit and a size limit, which repeats a request after Retry-After. Rejects with
 * `NoResponse`.
 */
export function createRequester(timeout: number, listener: RequestListener): Fetch {
  return async (url, init) => {
    for (let waits = 0; ; waits++) {
      listener.onRequest()
      const { status, headers, body } = await request(url, init, timeout)
      if (!BUSY.includes(status)) return { status, headers, text: async () => body }
      // Not a number if it is a date, which is not waited for.
      const seconds = Number(headers.get('retry-after') ?? Infinity)
      if (!(seconds <= MAX_WAIT_SECONDS) || waits === MAX_WAITS) {
        const outcome = { status, headers: Object.fromEntries(headers), body }
        throw new NoResponse(`busy, ${describeRefusal(outcome)}`)
      }
      listener.onWait(status, seconds)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}

async function request(url: string, init: RequestInit, timeout: number) {
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
    throw new NoResponse(`${started || 'no response: '}${cause?.message || cause?.code || message}`)
  }
}

async function readText({ body }: Response, started: string): Promise<string> {
  const buffer = new BodyBuffer()
  const isShort = (chunk: Uint8Array) => {
    buffer.add(chunk)
    return buffer.length <= MAX_BODY_BYTES
  }
  if (body) await readStream(body, isShort)
  const bytes = buffer.length > MAX_BODY_BYTES ? undefined : buffer.bytes
  if (bytes) return new TextDecoder().decode(bytes)
  throw new NoResponse(`${started}a body of more than ${MAX_BODY_BYTES} bytes`)
}
