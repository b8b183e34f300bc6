import { DepthError, MAX_DEPTH } from '../json/depth.ts'
import { BYTE_ORDER_MARK, readJson } from '../json/read.ts'
import { isNetworkError, isRefusedError, NetworkError, type Refusal } from './answer.ts'
import type { Quota } from './quota.ts'
import type { StoreRequest } from './request.ts'

/** Refuses a body of another media type or with a content coding (RFC 9110, section 15.5.16). */
export function checkMediaType(request: StoreRequest, mediaType: string): Refusal | undefined {
  const type = request.headers.get('content-type')
  if (type?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const received = type ? `not ${type.slice(0, 100)}` : 'but the header is missing'
    return {
      status: 415,
      message: `Content-Type must be ${mediaType}, ${received}`,
      headers: { accept: mediaType },
    }
  }
  const coding = request.headers.get('content-encoding')
  if (coding && coding.toLowerCase() !== 'identity')
    return {
      status: 415,
      message: `Send the body without Content-Encoding ${coding.slice(0, 100)}`,
      headers: { 'accept-encoding': 'identity' },
    }
}

/** A body that was read. If it is wrong, `refusal` says why. */
export interface ReadBody {
  /** In bytes: what has arrived, or what Content-Length says. Undefined if it was not read to its end. */
  readonly size: number | undefined
  /** Undefined if not all of them were read. */
  readonly bytes?: Uint8Array
  /** Why the records have no text of it. */
  readonly omitted?: string
  readonly refusal?: Refusal
  /** The body ended early, so nothing else can be said about the request. */
  readonly isIncomplete?: true
}

/** A body with its text, and its value if it is JSON. */
export interface ParsedBody extends ReadBody {
  /** Undefined if `omitted` says why there is none. */
  readonly text?: string
  readonly value?: unknown
}

/** Reads a body of at most `limit` bytes. Rejects with a `NetworkError` if the client leaves before its end. */
export async function readBody(
  request: StoreRequest,
  limit: number,
  quota?: Quota,
): Promise<ReadBody> {
  const declared = Number(request.headers.get('content-length'))
  if (declared > limit) return { size: declared, ...tooLong(limit) }
  const buffer = new BodyBuffer()
  let unread: Pick<ReadBody, 'refusal' | 'omitted'> | undefined
  try {
    await request.readBody(chunk => {
      buffer.add(chunk)
      if (buffer.length > limit) unread = tooLong(limit)
      else if (quota && !quota.take(chunk.length)) unread = NO_ROOM
      return unread === undefined
    })
  } catch (error) {
    if (isNetworkError(error)) throw new NetworkError(error.message, buffer.length)
    return { size: buffer.length, ...toIncomplete(error) }
  }
  if (unread) return { size: undefined, ...unread }
  if (buffer.length === 0 && declared > 0) return { size: 0, ...READ_BEFORE }
  return { size: buffer.length, bytes: buffer.bytes }
}

/** The bytes of a body, in one buffer that grows: an array of chunks of one byte each would take much more. */
export class BodyBuffer {
  #bytes: Uint8Array = NO_BYTES
  #length = 0

  add(chunk: Uint8Array): void {
    const start = this.#length
    this.#length += chunk.length
    if (start === 0)
      this.#bytes = chunk // most bodies are one chunk
    else {
      this.#reserve(this.#length, start)
      this.#bytes.set(chunk, start)
    }
  }

  #reserve(needed: number, used: number): void {
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * used))
    larger.set(this.#bytes.subarray(0, used))
    this.#bytes = larger
  }

  get length(): number {
    return this.#length
  }

  get bytes(): Uint8Array {
    const isWhole = this.#bytes.length === this.#length
    return isWhole ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }
}

const NO_BYTES = new Uint8Array(0)

const tooLong = (limit: number) => ({
  refusal: { status: 413, message: `The body must not be longer than ${limit} bytes` },
  omitted: `longer than ${limit} bytes`,
})

/** `Retry-After` says that nothing was added: a client may try again. */
const NO_ROOM = {
  refusal: {
    status: 503,
    message: 'Too many bodies are arriving at once: send fewer or shorter ones',
    headers: { 'retry-after': '1' },
  },
  omitted: 'too many bodies were arriving at once',
}

/** A framework that has parsed the body leaves the mock an empty one. */
const READ_BEFORE = {
  refusal: {
    status: 400,
    message:
      'The body is empty, but Content-Length is not 0: something has read it before the mock, such as express.json()',
  },
  omitted: 'read before the mock',
}

/** A transport may know why the body ended early. */
const toIncomplete = (error: unknown) => ({
  isIncomplete: true as const,
  omitted: 'cut short',
  refusal: isRefusedError(error) ? error.refusal : INCOMPLETE,
})

const INCOMPLETE: Refusal = { status: 400, message: 'The body was cut short' }

/**
 * Parses a body as JSON (RFC 8259), nested no deeper than `MAX_DEPTH`. Nothing that has waited should have the value: the
 * garbage collector takes it for old, and copies all that it refers to in one turn of the loop rather than dropping it.
 */
export function parseBody(body: ReadBody, { headers }: StoreRequest): ParsedBody {
  const { bytes } = body
  if (!bytes) return body
  const coding = headers.get('content-encoding')
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    const message = `The body is not UTF-8 at byte ${invalidPosition(bytes)}`
    const omitted = coding ? `encoded as ${coding.slice(0, 100)}` : 'not UTF-8'
    return { ...body, omitted, refusal: { status: 400, message } }
  }
  try {
    return { ...body, text, value: readJson(text.replace(BYTE_ORDER_MARK, ''), MAX_DEPTH) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = error instanceof DepthError ? reason : `not JSON: ${reason}`
    return { ...body, text, refusal: { status: 400, message: `The body is ${problem}` } }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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
