// A client on a raw socket: it sends what no HTTP library would, and reads whatever comes back.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, type Sent, TOKEN, TRIAL, textOf } from './arbitraries.ts'

/** A response as it arrived. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isWhole: boolean
}

/** A request as its bytes say. */
export interface Written {
  readonly trial: number
  readonly sent: Sent
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly head: Buffer
  /** The body without framing. */
  readonly content: Buffer
  /** The body, with its framing. */
  readonly payload: Buffer
  /** The body that the framing delimits; undefined if it needs more bytes than there are. */
  readonly body: Buffer | undefined
  readonly isWellFramed: boolean
}

export function write(sent: Sent, trial: number): Written {
  const content = spoil(
    Buffer.from(textOf(sent.body).replaceAll(TRIAL, String(trial))),
    sent.spoiltAt,
  )
  const { framing } = sent
  const isChunked = 'chunk' in framing && sent.version === '1.1'
  const length = Math.max(0, content.length + ('wrongBy' in framing ? framing.wrongBy : 0))
  const given = new Set(sent.headers.map(([name]) => name.toLowerCase()))
  const usual = [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${TOKEN}`],
    ['Content-Type', 'application/json'],
  ] as const
  const headers = [
    ...usual.filter(([name]) => !given.has(name.toLowerCase())),
    isChunked
      ? (['Transfer-Encoding', 'chunked'] as const)
      : (['Content-Length', `${length}`] as const),
    ...sent.headers,
    ...Array.from(
      { length: sent.tinyHeaders },
      (_, index) => [`a${index.toString(36)}`, ''] as const,
    ),
  ]
  const target = `${textOf(sent.path)}?trial=${trial}`
  const lines = headers.map(([name, value]) => `${name}:${value && ` ${value}`}\r\n`)
  return {
    trial,
    sent,
    headers,
    head: Buffer.from(
      `${sent.method} ${target} HTTP/${sent.version}\r\n${lines.join('')}\r\n`,
      'latin1',
    ),
    content,
    payload: isChunked ? chunked(content, framing.chunk) : content,
    body:
      isChunked || length <= content.length
        ? content.subarray(0, isChunked ? content.length : length)
        : undefined,
    isWellFramed: isChunked || length === content.length,
  }
}

function spoil(bytes: Buffer, at: number | undefined): Buffer {
  if (at === undefined) return bytes
  const position = Math.floor(at * bytes.length)
  return Buffer.concat([bytes.subarray(0, position), Buffer.from([0xff]), bytes.subarray(position)])
}

function chunked(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) {
    const chunk = bytes.subarray(start, start + size)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

/** One connection and what came of it. */
export class Client {
  readonly written: readonly Written[]
  responses: readonly Response[] = []
  /** How many requests were sent, at least in part. */
  sentCount = 0
  /** Set once the client did not wait for the rest. */
  hasLeft = false
  /** Set once the client has sent all that it will send, before it had all responses. */
  hasEnded = false
  /** Set if the connection was reset while the client was still sending. */
  failedToWrite = false
  isClosed = false
  readonly #connection: Connection
  readonly #socket: Socket
  readonly #closed: Promise<void>
  #bytes: Buffer = Buffer.alloc(0)
  #wake = () => {}

  constructor(port: number, connection: Connection, firstTrial: number) {
    this.#connection = connection
    this.written = connection.requests.map((sent, index) => write(sent, firstTrial + index))
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    this.#closed = new Promise(resolve => {
      this.#socket
        .on('error', ({ syscall }: NodeJS.ErrnoException) => {
          this.failedToWrite = syscall === 'write' // 'close' follows
        })
        .on('end', () => this.#socket.end())
        .on('close', () => {
          this.isClosed = true
          this.#read(Buffer.alloc(0))
          resolve()
        })
    })
    this.#socket.on('data', bytes => this.#read(bytes))
  }

  /** Whether what was sent is not a sequence of whole requests, so that the server may see others. */
  get isBroken(): boolean {
    return (
      this.#connection.cutAt !== undefined || this.written.some(({ isWellFramed }) => !isWellFramed)
    )
  }

  /** Sends everything. Resolves once the connection is closed. */
  async run(): Promise<void> {
    const { isPipelined, writes, cutAt, ending, leavesAfter } = this.#connection
    const all = this.written.map(({ head, payload }) => Buffer.concat([head, payload]))
    if (isPipelined) {
      const bytes = Buffer.concat(all)
      this.sentCount = all.length
      await this.#send(bytes.subarray(0, Math.ceil((cutAt ?? 1) * bytes.length)), writes)
    } else {
      for (const [index, bytes] of all.entries()) {
        const isLast = index === all.length - 1
        this.sentCount = index + 1
        await this.#send(
          isLast && cutAt !== undefined ? bytes.subarray(0, cutAt * bytes.length) : bytes,
          writes,
        )
        const isWhole = this.written.slice(0, index + 1).every(({ isWellFramed }) => isWellFramed)
        if (!isLast && isWhole) await this.#until(() => this.responses.length > index)
        if (this.isClosed) break
      }
    }
    const neverWaits = this.isBroken && ending === 'wait'
    if (ending === 'leave' || ending === 'reset') {
      if (leavesAfter > 0) await pause(leavesAfter)
      this.leave(ending === 'reset')
      return await this.#closed
    }
    if (ending === 'end' || neverWaits) {
      this.hasEnded = true
      this.#socket.end()
    } else await this.#until(() => this.responses.length >= all.length)
    this.#socket.end()
    await this.#closed
  }

  /** Closes the connection, whatever is still to come. */
  leave(resets = false): void {
    if (this.isClosed) return
    this.hasLeft = true
    if (resets && this.#socket.writable) this.#socket.resetAndDestroy()
    else this.#socket.destroy()
  }

  async #send(bytes: Buffer, writes: number): Promise<void> {
    const length = Math.ceil(bytes.length / writes)
    for (let start = 0; start < bytes.length && !this.isClosed; start += length) {
      this.#socket.write(bytes.subarray(start, start + length))
      if (writes > 1) await new Promise(resolve => setImmediate(resolve))
    }
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.isClosed)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    const methods = this.written.map(({ sent }) => sent.method)
    this.responses = readResponses(this.#bytes, methods, this.isClosed)
    this.#wake()
  }
}

/** Reads the responses that are whole and, once the connection is closed, the one that was cut short. */
function readResponses(bytes: Buffer, methods: readonly string[], isClosed: boolean): Response[] {
  const responses: Response[] = []
  for (let start = 0; start < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', start)
    if (headEnd < 0) break
    const [line = '', ...lines] = bytes.toString('latin1', start, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0)
    const bodyStart = headEnd + 4
    start = bodyStart
    if (status >= 100 && status < 200) continue
    const headers = readHeaders(lines)
    const hasNone = status === 204 || status === 304
    const isHead = methods[responses.length] === 'HEAD' && !isError(bytes, bodyStart)
    const body = hasNone || isHead ? NO_BODY : readBody(bytes, bodyStart, headers)
    if (!body.isWhole && !isClosed) break
    start = body.end ?? bodyStart
    responses.push({ status, headers, body: body.text, isWhole: body.isWhole })
  }
  return responses
}

/** An answer to bytes that are not a request has a body, even if they begin with HEAD. */
const isError = (bytes: Buffer, start: number) => bytes.toString('latin1', start, start + 1) === '{'

interface ReadBody {
  readonly text: string
  readonly isWhole: boolean
  readonly end?: number
}

const NO_BODY: ReadBody = { text: '', isWhole: true }

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':')
    const key = name.toLowerCase()
    const value = rest.join(':').trim()
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return headers
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Readonly<Record<string, string>>,
): ReadBody {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, start)
  const length = Number(headers['content-length'] ?? 0)
  const end = Math.min(start + length, bytes.length)
  return { text: bytes.toString('utf8', start, end), isWhole: end === start + length, end }
}

function readChunks(bytes: Buffer, start: number): ReadBody {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const length =
      lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const text = () => Buffer.concat(parts).toString()
    if (Number.isNaN(length) || lineEnd + 4 + length > bytes.length)
      return { text: text(), isWhole: false, end: bytes.length }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 4 + length
    if (length === 0) return { text: text(), isWhole: true, end: at }
  }
}
