import { DepthError, MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { type Answer, errorAnswer } from './answer.ts'
import type { StoreRequest } from './request.ts'

/** Refuses a body of another media type or with a content coding (RFC 9110, section 15.5.16). */
export function checkMediaType(request: StoreRequest, mediaType: string): Answer | undefined {
  const type = request.headers.get('content-type')
  if (type?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const received = type ? `not ${type.slice(0, 100)}` : 'but the header is missing'
    return errorAnswer(415, `Content-Type must be ${mediaType}, ${received}`, { accept: mediaType })
  }
  const coding = request.headers.get('content-encoding')
  if (coding && coding.toLowerCase() !== 'identity')
    return errorAnswer(415, `Send the body without Content-Encoding ${coding}`, {
      'accept-encoding': 'identity',
    })
}

/** A body: its text, and its value if it is JSON. If it is wrong, `refusal` says why. */
export interface ReadBody {
  /** Undefined if the body is too long or was cut short. */
  readonly bytes?: Uint8Array
  readonly text?: string
  readonly value?: unknown
  readonly refusal?: Answer
}

/** Reads a JSON body (RFC 8259) of at most `limit` bytes, nested no deeper than `MAX_DEPTH`. */
export async function readJsonBody(request: StoreRequest, limit: number): Promise<ReadBody> {
  if (Number(request.headers.get('content-length')) > limit) return tooLong(limit)
  let bytes: Uint8Array | undefined
  try {
    bytes = await request.readBody(limit)
  } catch {
    return CUT_SHORT
  }
  return bytes ? parseBody(bytes) : tooLong(limit)
}

const CUT_SHORT: ReadBody = { refusal: errorAnswer(400, 'The body was cut short') }

/** Returns whether the client left in the middle of its body. Only the journal shows the refusal. */
export const isCutShort = (body: ReadBody): boolean => body === CUT_SHORT

const tooLong = (limit: number): ReadBody => ({
  refusal: errorAnswer(413, `The body must not be longer than ${limit} bytes`),
})

function parseBody(bytes: Uint8Array): ReadBody {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    const refusal = errorAnswer(400, `The body is not UTF-8 at byte ${invalidPosition(bytes)}`)
    return { bytes, text: new TextDecoder().decode(bytes), refusal }
  }
  try {
    return { bytes, text, value: readJson(text, MAX_DEPTH) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = error instanceof DepthError ? reason : `not JSON: ${reason}`
    return { bytes, text, refusal: errorAnswer(400, `The body is ${problem}`) }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Finds the first byte that cannot be decoded, by bisection. */
function invalidPosition(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      valid = middle
    } catch {
      invalid = middle - 1
    }
  }
  return valid
}
