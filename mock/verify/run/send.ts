// Sends requests, with limits of time and size, and waits where a service asks for it.
import { describeRefusal } from '../../contract/refusal.ts'
import { ReadResponse, type ReceivedResponse } from '../../contract/response.ts'
import { BodyBuffer } from '../../http/body.ts'
import { readStream } from '../../http/fetch.ts'
import type { Quote } from '../quote.ts'
import type { PlannedProbe } from '../requests/plan.ts'
import { addressOf, type ProbeRequest } from '../requests/probe.ts'
import { adviseOnBusy, adviseOnError, MAY_BE_SLOW } from './advice.ts'
import { Busy, isSuccess, NoResponse, type Result } from './result.ts'
import type { Target } from './target.ts'

/** No response that conforms is as long. */
const MAX_RESPONSE_BYTES = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const MAX_WAITS = 2
const MAX_WAIT_SECONDS = 60

/** Statuses that say nothing about the request, where they say when to send it again (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const BUSY = [429, 503]

/** Hears of each request that is sent, of what it got, and of each that is about to be repeated. */
export interface SendListener {
  onRequest(body: ProbeRequest['body']): void
  /** A response came as a whole. */
  onResponse(received: ReceivedResponse): void
  onWait(status: number, seconds: number): void
}

/** Sends requests with a time limit and a size limit, and repeats one after Retry-After. */
export class Sender {
  /** How many requests were sent, repeated ones included. */
  sent = 0
  #accepted = 0
  readonly #start = performance.now()
  readonly #target: Target
  readonly #quote: Quote
  readonly #listener: SendListener
  readonly #fetch: typeof globalThis.fetch

  constructor(
    target: Target,
    quote: Quote,
    listener: SendListener,
    fetch: typeof globalThis.fetch = globalThis.fetch,
  ) {
    this.#target = target
    this.#quote = quote
    this.#listener = listener
    this.#fetch = fetch
  }

  /** Sends the requests of a probe one after the other, as long as they succeed: the second needs what the first added. */
  send = async ({ probe, requests }: PlannedProbe): Promise<Result> => {
    const sent: ProbeRequest[] = []
    let response: Result['response'] = new NoResponse('no request')
    for (const request of requests) {
      sent.push(request)
      response = await this.#respond(request).catch(toNoResponse)
      if (!isSuccess({ response })) break
    }
    return { probe, requests: sent, response, sent: this.sent }
  }

  async #respond(request: ProbeRequest): Promise<ReadResponse> {
    const { baseUrl, delay } = this.#target
    for (let waits = 0; ; waits++) {
      if (this.sent > 0 && delay > 0) await wait(delay)
      this.sent++
      this.#listener.onRequest(request.body)
      const received = await this.#receive(request, addressOf(request, baseUrl))
      const response = new ReadResponse(received)
      this.#listener.onResponse(received)
      const retryAfter = received.headers['retry-after']
      if (!BUSY.includes(received.status) || retryAfter === undefined) {
        this.#accepted++
        return response
      }
      // Not a number if it is a date, which is not waited for.
      const seconds = Number(retryAfter)
      if (!(seconds <= MAX_WAIT_SECONDS) || waits === MAX_WAITS) {
        const past = {
          requests: this.#accepted,
          seconds: (performance.now() - this.#start) / 1000,
        }
        const refusal = describeRefusal(response, this.#quote.hide)
        const advice = adviseOnBusy(received, retryAfter, past)
        throw new Busy(`busy, ${refusal} (Retry-After: ${retryAfter})`, advice, received.status)
      }
      this.#listener.onWait(received.status, seconds)
      await wait(seconds * 1000)
    }
  }

  async #receive(
    { headers: own, body }: ProbeRequest,
    { method, url }: ReturnType<typeof addressOf>,
  ): Promise<ReceivedResponse> {
    const { timeout, headers: always } = this.#target
    const signal = AbortSignal.timeout(timeout)
    // Each request has a connection of its own: a service may end one after a response without saying so, and a
    // POST that was lost with it must not be sent again.
    const headers = { ...always, ...own, connection: 'close' }
    const init = { method, headers, redirect: 'manual', signal } as const
    let started: number | undefined
    try {
      const response = await this.#fetch(url, { ...init, ...(body !== undefined && { body }) })
      started = response.status
      const text = await readText(response)
      return { status: started, headers: Object.fromEntries(response.headers), body: text }
    } catch (error) {
      if (error instanceof NoResponse) throw error
      if (signal.aborted) throw new NoResponse(`no end within ${timeout} ms`, MAY_BE_SLOW, started)
      const { message, code } = rootOf(error as Error)
      const reason = message || String(code)
      const advice = started === undefined ? adviseOnError(`${code} ${reason}`, url) : ''
      throw new NoResponse(reason, advice, started)
    }
  }
}

/** The reason behind what `fetch` rejects with, two deep where a proxy refuses (https://github.com/nodejs/undici/issues/2161). */
const rootOf = (error: NodeJS.ErrnoException): NodeJS.ErrnoException =>
  error.cause instanceof Error ? rootOf(error.cause) : error

function toNoResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error
  throw error
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function readText({ body, status }: Response): Promise<string> {
  const buffer = new BodyBuffer()
  const isShort = (chunk: Uint8Array) => {
    buffer.add(chunk)
    return buffer.length <= MAX_RESPONSE_BYTES
  }
  if (body) await readStream(body, isShort)
  const bytes = buffer.length > MAX_RESPONSE_BYTES ? undefined : buffer.bytes
  // A byte order mark is judged (RFC 8259, section 8.1).
  if (bytes) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new NoResponse(`a body of more than ${MAX_RESPONSE_BYTES} bytes`, '', status)
}
