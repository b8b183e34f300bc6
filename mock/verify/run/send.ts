// Sends requests, with limits of time and size, and waits where a service asks for it.
import { describeRefusal } from '../../contract/refusal.ts'
import { ReadResponse, type ReceivedResponse } from '../../contract/response.ts'
import { BodyBuffer } from '../../http/body.ts'
import { readStream } from '../../http/fetch.ts'
import type { Quote } from '../quote.ts'
import type { PlannedProbe } from '../requests/plan.ts'
import type { MinimalResponse, ProbeRequest } from '../requests/probe.ts'
import { adviseOnBusy, adviseOnError, MAY_BE_SLOW } from './advice.ts'
import type { Target } from './target.ts'

/** There is no response to judge. The message says what happened instead. */
export class NoResponse extends Error {
  /** What the owner of the service may try. */
  readonly advice: string

  constructor(message: string, advice = '') {
    super(message)
    this.advice = advice
  }
}

/** The service refuses requests for a while. */
export class Busy extends NoResponse {}

/** A probe, and what the service returned to the last of its requests. */
export interface Result extends PlannedProbe {
  response: ReadResponse | NoResponse
  /** How many requests the run had sent by then. */
  sent: number
  /** The same came again when it was sent again, twice in a row. */
  isConfirmed?: boolean
  /** What came first did not come again: this is what came then. */
  wasUnreliable?: boolean
  /** It was not right, but it was when it was sent again. */
  isSometimesRight?: boolean
  /** Its id or its name is there already: the same was refused again, and another was not; or it failed at first, and may have been added. */
  isTaken?: boolean
}

/** What came once, and not again. */
export interface Unreliable extends PlannedProbe {
  response: ReadResponse | NoResponse
  /** Whether it was sent again, or others were that got the same, as there may be too many. */
  isRepeated: boolean
}

/** How many requests may still be sent. */
export interface Budget {
  left: number
}

/** No response that conforms is as long. */
const MAX_RESPONSE_BYTES = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const MAX_WAITS = 2
const MAX_WAIT_SECONDS = 60

/** Statuses that say nothing about the request (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const BUSY = [429, 503]

/** Sends a request, as `fetch` does, and reads the response. */
export type Fetch = (url: string, init: Init) => Promise<MinimalResponse>

type Init = RequestInit & Pick<ProbeRequest, 'body'>

/** How requests are sent, by the runtime's own `fetch` by default. */
export type SendOptions = Pick<Target, 'timeout' | 'delay' | 'headers'> & {
  fetch?: typeof fetch | undefined
  quote: Quote
}

/** Hears of each request that is sent, of what it got, and of each that is about to be repeated. */
export interface SendListener {
  onRequest(body: ProbeRequest['body']): void
  /** A response came as a whole. */
  onResponse(received: ReceivedResponse): void
  onWait(status: number, seconds: number): void
}

/**
 * A `fetch` with a time limit and a size limit, which repeats a request after Retry-After. Rejects with
 * `NoResponse`.
 */
export function createSend(options: SendOptions, listener: SendListener): Fetch {
  const { delay, headers: always, quote } = options
  const start = performance.now()
  let sent = 0
  let accepted = 0
  return async (url, init) => {
    for (let waits = 0; ; waits++) {
      if (sent > 0 && delay > 0) await wait(delay)
      sent++
      listener.onRequest(init.body)
      // Each request has a connection of its own: a service may end one after a response without saying so, and a
      // POST that was lost with it must not be sent again.
      const headers = { ...always, ...init.headers, connection: 'close' }
      const received = await request(url, { ...init, headers }, options)
      listener.onResponse(received)
      if (!BUSY.includes(received.status)) {
        accepted++
        return toMinimal(received)
      }
      // Not a number if it is a date, which is not waited for.
      const retryAfter = received.headers['retry-after']
      const seconds = Number(retryAfter ?? Infinity)
      if (!(seconds <= MAX_WAIT_SECONDS) || waits === MAX_WAITS) {
        const until = retryAfter === undefined ? '' : ` (Retry-After: ${retryAfter})`
        const past = { requests: accepted, seconds: (performance.now() - start) / 1000 }
        const advice = adviseOnBusy(received, past)
        throw new Busy(
          `busy, ${describeRefusal(new ReadResponse(received), quote.hide)}${until}`,
          advice,
        )
      }
      listener.onWait(received.status, seconds)
      await wait(seconds * 1000)
    }
  }
}

const toMinimal = ({ status, headers, body }: ReceivedResponse): MinimalResponse => ({
  status,
  headers: new Headers(headers),
  text: async () => body,
})

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function request(
  url: string,
  init: RequestInit,
  options: SendOptions,
): Promise<ReceivedResponse> {
  const { timeout, fetch = globalThis.fetch } = options
  const signal = AbortSignal.timeout(timeout)
  let started = ''
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    started = `${status}, then `
    return { status, headers: Object.fromEntries(headers), body: await readText(response, started) }
  } catch (error) {
    if (error instanceof NoResponse) throw error
    if (signal.aborted) throw new NoResponse(`${started}no end within ${timeout} ms`, MAY_BE_SLOW)
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const reason = cause?.message || cause?.code || message
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
  // A byte order mark is judged (RFC 8259, section 8.1).
  if (bytes) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new NoResponse(`${started}a body of more than ${MAX_RESPONSE_BYTES} bytes`)
}
