import { DepthError, MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import type { StoreRequest } from './request.ts'
import { type ErrorResponse, errorResponse } from './response.ts'

/** Rejects a body of another media type (RFC 9110, section 15.5.16). */
export function checkMediaType(
  request: StoreRequest,
  mediaType: string,
): ErrorResponse | undefined {
  const type = request.header('content-type')
  if (type !== mediaType && type?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const received = type ? `not ${type.slice(0, 100)}` : 'but the header is missing'
    return errorResponse(415, `Content-Type must be ${mediaType}, ${received}`, {
      accept: mediaType,
    })
  }
  const coding = request.header('content-encoding')
  if (coding && coding.toLowerCase() !== 'identity')
    return errorResponse(415, `Send the body without Content-Encoding ${coding}`, {
      'accept-encoding': 'identity',
    })
}

/** Reads a body of at most `limit` bytes. */
export function readBody(
  request: StoreRequest,
  limit: number,
): Uint8Array | ErrorResponse | Promise<Uint8Array | ErrorResponse> {
  if (Number(request.header('content-length')) > limit) return tooLong(limit)
  return request.readBody(limit).then(
    body => body ?? tooLong(limit),
    () => errorResponse(400, 'The body was cut short'), // only the journal shows this
  )
}

const tooLong = (limit: number) =>
  errorResponse(413, `The body must not be longer than ${limit} bytes`)

/** A body as text and, if it is JSON, as a value; otherwise the error says why it is not. */
export interface ParsedBody {
  text: string
  value?: unknown
  error?: ErrorResponse
}

/** Parses a JSON body (RFC 8259), nested no deeper than `MAX_DEPTH`. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    text = new TextDecoder().decode(bytes)
    const position = invalidUtf8Position(bytes)
    return { text, error: errorResponse(400, `The body is not UTF-8 at byte ${position}`) }
  }
  try {
    return { text, value: readJson(text, MAX_DEPTH) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = error instanceof DepthError ? reason : `not JSON: ${reason}`
    return { text, error: errorResponse(400, `The body is ${problem}`) }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The number of bytes that can be decoded, by bisection. */
function invalidUtf8Position(bytes: Uint8Array): number {
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
