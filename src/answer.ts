import { successStatus } from '../generated/contract.ts'
import { isError, isSuccess } from '../generated/validators.js'
import type { Fail } from './errors.ts'
import type { Plant } from './plant.ts'

/** How many characters of a body an error shows. */
const SHOWN = 4096

/** How many characters are read of a body: a page may have no end, and so may an object. */
const READ = 1e7

/** The text of an answer, read as far as it can matter; the rest is cancelled. */
export async function textOf(
  response: Response,
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!reader) return response.text() // React Native has no streams

  const decoder = new TextDecoder()
  for (let text = ''; ; ) {
    // The end may have come before the answer, from a fetch that ignores its signal.
    if (signal.aborted || text.length >= READ) {
      reader.cancel().catch(() => {})
      return text
    }
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done) return text
  }
}

/** The plant in an answer; anything but the contract's success is thrown. */
export function plantOf({ headers, ok, status }: Response, text: string, fail: Fail): Plant {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {} // the error shows the text
  if (status === successStatus && isSuccess(body)) return body

  const said = !ok && isError(body) && body
  const shown = headers.get('location') ?? text.slice(0, 100) // where a redirect leads
  throw fail(
    said ? 'api' : 'unexpected-response',
    `answered ${status}: ${said ? said.message : `not by the contract: ${shown}`}`,
    {
      status,
      body: said || text.slice(0, SHOWN),
      retryAfter: secondsOf(headers.get('retry-after')),
    },
  )
}

/** Seconds, from a number of them or an HTTP-date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  const value = `${header}`
  if (/^\d+$/.test(value)) return +value
  const date = /GMT$/.test(value) && Date.parse(value)
  if (date) return Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
