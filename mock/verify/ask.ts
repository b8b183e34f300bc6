import type { Answered } from './rule.ts'

/** There is no whole answer that could be judged; the message says what came instead. */
export class NoAnswer extends Error {
  /** Nothing can be asked at all. */
  readonly unreachable: boolean
  constructor(message: string, unreachable = false) {
    super(message)
    this.unreachable = unreachable
  }
}

/** No answer by the contract is so long. */
const LONGEST = 2 ** 20

/** A longer Retry-After is not waited for, nor a third one. */
const WAITS = 2
const LONGEST_WAIT = 60

/** Asks a service as `fetch` does, but in time, up to a length, and again where it says so. */
export function asking(
  timeout: number,
  waits: (status: number, seconds: number) => void,
): (url: string, init: RequestInit) => Promise<Answered> {
  return async (url, init) => {
    for (let waited = 0; ; waited++) {
      const answer = await once(url, init, timeout)
      const seconds = isBusy(answer.status) && secondsOf(answer.headers.get('retry-after'))
      if (seconds === false || seconds > LONGEST_WAIT || waited === WAITS) return answer
      waits(answer.status, seconds)
      await new Promise(resolve => setTimeout(resolve, seconds * 1000))
    }
  }
}

/** Says nothing of what was asked, but that it was asked at a bad time (RFC 6585, RFC 9110). */
export const isBusy = (status: number): boolean => status === 429 || status === 503

/** Seconds, or an HTTP-date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | false {
  if (header === null) return false
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return !Number.isNaN(date) && Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

async function once(url: string, init: RequestInit, timeout: number): Promise<Answered> {
  const signal = AbortSignal.timeout(timeout)
  let response: Response | undefined
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    const text = await textOf(response)
    return { status, headers, text: async () => text }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const begun = response && `${response.status}, then `
    if (signal.aborted) throw new NoAnswer(`${begun ?? ''}no end within ${timeout} ms`)
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const why = cause?.message || cause?.code || message
    throw new NoAnswer(`${begun ?? 'no answer: '}${why}`, UNREACHABLE.test(cause?.code ?? ''))
  }
}

const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

async function textOf({ status, body }: Response): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST) throw new NoAnswer(`${status}, then a body of over ${LONGEST} bytes`)
  }
  return text + decoder.decode()
}
