import { readStream } from '../http/fetch.ts'
import type { MinimalResponse } from './rule.ts'

/** There is no whole response to judge; the message says what happened instead. */
export class NoResponse extends Error {
  /** Whether no request can reach the service. */
  readonly unreachable: boolean
  constructor(message: string, unreachable = false) {
    super(message)
    this.unreachable = unreachable
  }
}

/** No response that conforms is as long. */
const MAX_BODY_BYTES = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const MAX_WAITS = 2
const MAX_WAIT_SECONDS = 60

/** Sends a request, and resolves to its response. */
export type Requester = (url: string, init: RequestInit) => Promise<MinimalResponse>

/** A `fetch` with a time limit and a size limit, which repeats a request after Retry-After. */
export function createRequester(
  timeout: number,
  onWait: (status: number, seconds: number) => void,
): Requester {
  return async (url, init) => {
    for (let waits = 0; ; waits++) {
      const response = await request(url, init, timeout)
      const seconds = isBusy(response.status)
        ? parseRetryAfter(response.headers.get('retry-after'))
        : undefined
      if (seconds === undefined || seconds > MAX_WAIT_SECONDS || waits === MAX_WAITS)
        return response
      onWait(response.status, seconds)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}

/** Statuses that say nothing about the request (RFC 6585, section 4; RFC 9110, section 15.6.4). */
export const isBusy = (status: number): boolean => status === 429 || status === 503

/** Seconds, or an HTTP-date (RFC 9110, section 10.2.3). */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

async function request(url: string, init: RequestInit, timeout: number): Promise<MinimalResponse> {
  const signal = AbortSignal.timeout(timeout)
  let response: Response | undefined
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    const text = await readText(response)
    return { status, headers, text: async () => text }
  } catch (error) {
    if (error instanceof NoResponse) throw error
    const started = response ? `${response.status}, then ` : ''
    if (signal.aborted) throw new NoResponse(`${started}no end within ${timeout} ms`)
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const reason = cause?.message || cause?.code || message
    throw new NoResponse(
      `${started || 'no response: '}${reason}`,
      UNREACHABLE_CODES.has(cause?.code ?? ''),
    )
  }
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

async function readText({ status, body }: Response): Promise<string> {
  const bytes = body && (await readStream(body, MAX_BODY_BYTES))
  if (bytes === undefined)
    throw new NoResponse(`${status}, then a body of more than ${MAX_BODY_BYTES} bytes`)
  return new TextDecoder().decode(bytes ?? new Uint8Array())
}
