import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Answer, errorAnswer, type OriginalResponse } from '../http/answer.ts'
import { BodyBuffer } from '../http/body.ts'
import { CONSOLE_HEADER } from '../http/console-mark.ts'
import { withCors } from '../http/cors.ts'
import { joinHeaders } from '../http/node.ts'
import type { Quota } from '../http/quota.ts'
import { acceptsGzip, type StoreRequest } from '../http/request.ts'
import { SESSION_HEADER } from '../http/session-name.ts'
import { untilRead, untilReceived } from '../http/turn.ts'
import type { Service } from '../store/exchange.ts'
import { HOP_BY_HOP } from './hop-by-hop.ts'

/** The least that a response may be long. */
const MIN_LIMIT = 2 ** 20

/**
 * Makes the function that sends requests on to a real service. Each request has a connection of its own: a
 * service may close one that is kept at any moment, and a POST must not be sent again. A
 * response longer than `maxBodyBytes` is refused: it is read whole, so that the journal has it before the client does.
 */
export function forwardTo(address: URL, maxBodyBytes: number): Service {
  const limit = Math.max(maxBodyBytes, MIN_LIMIT)
  // Such as the pseudonym of RFC 9110, section 7.6.3. It tells this start of the mock from others.
  const name = `plant-store-mock-${randomUUID()}`
  return async (request, body, { signal, room, onSent }) => {
    if (request.headers.get('via')?.includes(name))
      return errorAnswer({ status: 508, message: `The mock forwards to itself: ${address.href}` })
    let isSent = false
    try {
      const response = await send({ address, request, body, signal, name }, () => {
        isSent = true
        onSent()
      })
      return await toAnswer(response, await readBytes(response, room, limit), request, limit)
    } catch (error) {
      const reason = describeError(error as NodeJS.ErrnoException)
      return errorAnswer(isSent ? failed(address, reason) : unreachable(address, reason))
    }
  }
}

/** `Retry-After` says that nothing was added. */
const unreachable = ({ href }: URL, reason: string) => ({
  status: 503,
  message: `There is no connection to ${href}, so nothing was added: ${reason}`,
  headers: { 'retry-after': '0' },
})

const failed = ({ href }: URL, reason: string) => ({
  status: 502,
  message: `${href} has given no whole response, so the plant may have been added: ${reason}`,
})

/** A name with several addresses fails with an error for each, and no message. */
function describeError(error: NodeJS.ErrnoException & { errors?: Error[] }): string {
  const { code = '', message, errors = [] } = error
  const reason = message || errors.map(each => each.message).join(', ') || code
  if (/whitespace after header value/.test(message)) return FOLDED
  return UNKNOWN_AUTHORITY.test(code)
    ? `${reason}. If a private authority has signed its certificate, start the mock with NODE_EXTRA_CA_CERTS=FILE`
    : reason
}

/** Node refuses it (RFC 9112, section 5.2). */
const FOLDED =
  'a header of its response is folded over several lines, which HTTP/1.1 no longer allows'

const UNKNOWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/

interface Sent {
  readonly address: URL
  readonly request: StoreRequest
  readonly body: Uint8Array
  readonly signal: AbortSignal
  /** The mock's own in `Via`. */
  readonly name: string
}

/** `onConnected` is called before anything is written: what fails earlier has added nothing. */
function send(sent: Sent, onConnected: () => void): Promise<IncomingMessage> {
  const { address, request, body, signal, name } = sent
  const isSecure = address.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? https : http).request({
      ...urlToHttpOptions(address),
      method: request.method,
      path: request.target.path + queryOf(request),
      headers: toServiceHeaders(request, body, address.host, name),
      agent: new (isSecure ? https : http).Agent(throughProxy()), // no connection is used twice
      signal,
    })
    outgoing.maxHeadersCount = 0 // by default, Node drops all after about 1,000
    outgoing
      .on('response', resolve)
      .on('error', reject)
      .on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('it has switched to another protocol'))
      })
      .once('socket', socket => {
        const start = () => {
          onConnected()
          outgoing.end(body)
        }
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', start)
        else start() // through a proxy
      })
  })
}

/** As Node's `fetch`, which `verify` uses: https://nodejs.org/api/cli.html#node_use_env_proxy1 */
function throughProxy(): http.AgentOptions {
  const options = { proxyEnv: process.env } // not in the types yet
  return process.env.NODE_USE_ENV_PROXY === '1' ? options : {}
}

const queryOf = ({ url }: StoreRequest): string => /\?[^#]*/.exec(url)?.[0] ?? ''

function toServiceHeaders(
  request: StoreRequest,
  body: Uint8Array,
  host: string,
  name: string,
): string[] {
  const passed = withoutHopByHop(request.rawHeaders, OF_THE_MOCK).map(([header, value]) => [
    header,
    header.toLowerCase() === 'accept-encoding' ? toReadableCodings(value) : value,
  ])
  const own = [
    ['Content-Length', `${body.length}`],
    ['Via', `1.1 ${name}`],
    ['Connection', 'close'],
  ]
  return [['Host', host], ...passed, ...own].flat()
}

/** Headers of a request that are for the mock, or that it sets itself. */
const OF_THE_MOCK = [
  'host',
  'content-length',
  'expect',
  'proxy-authorization',
  SESSION_HEADER,
  CONSOLE_HEADER,
]

/** What the mock cannot decode, it could not judge. */
const toReadableCodings = (value: string): string => (acceptsGzip(value) ? 'gzip' : 'identity')

/** Leaves out hop-by-hop headers, those that `Connection` names, and others. */
function withoutHopByHop(rawHeaders: readonly string[], others: readonly string[]): Header[] {
  const named =
    joinHeaders(rawHeaders)
      .get('connection')
      ?.toLowerCase()
      .split(/[\s,]+/) ?? []
  const omitted = new Set([...HOP_BY_HOP, ...named, ...others])
  return toPairs(rawHeaders).filter(([name]) => !omitted.has(name.toLowerCase()))
}

type Header = readonly [name: string, value: string]

const toPairs = (rawHeaders: readonly string[]): Header[] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

async function readBytes(
  response: IncomingMessage,
  room: Quota,
  limit: number,
): Promise<Uint8Array> {
  const buffer = new BodyBuffer()
  for await (const chunk of response) {
    buffer.add(chunk)
    if (buffer.length > limit)
      throw new Error(`its response is longer than ${limit} bytes (see maxBodyBytes)`)
    if (!room.take(chunk.length)) throw new Error('too many bodies are arriving at once')
    await untilReceived(chunk.length)
  }
  return buffer.bytes
}

async function toAnswer(
  { statusCode: status = 0, statusMessage: statusText = '', rawHeaders }: IncomingMessage,
  bytes: Uint8Array,
  request: StoreRequest,
  limit: number,
): Promise<Answer> {
  if (status < 200) throw new Error(`it has sent the status ${status}`)
  const sent = toClientHeaders(rawHeaders, { status, bytes, request })
  const headers = Object.fromEntries(joinHeaders(sent))
  const { text, ...read } = await readText(bytes, limit, headers['content-encoding'])
  return {
    status,
    statusText: UNSENDABLE.test(statusText) ? '' : statusText,
    headers,
    body: text,
    original: { rawHeaders: sent, body: bytes, ...read },
  }
}

/** Node refuses a reason phrase with control characters. A client should ignore any (RFC 9112, section 4). */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

function toClientHeaders(
  rawHeaders: readonly string[],
  { status, bytes, request }: { status: number; bytes: Uint8Array; request: StoreRequest },
): string[] {
  // The page that has sent the request may read the response, as the mock has told its preflight.
  const isOfPage = request.headers.has('origin')
  const cors = isOfPage ? withCors({ status, headers: {}, body: '' }, request).headers : {}
  const passed = withoutHopByHop(rawHeaders, isOfPage ? CORS : [])
  const hasLength = passed.some(([name]) => name.toLowerCase() === 'content-length')
  const isFramed = hasLength || status === 204 || status === 304
  const length = isFramed ? [] : [['Content-Length', `${bytes.length}`]]
  return [...passed, ...length, ...Object.entries(cors)].flat()
}

/** Headers that a response has once. */
const CORS = ['access-control-allow-origin', 'access-control-allow-credentials']

const decode = promisify(gunzip)

type ReadText = Pick<OriginalResponse, 'omitted' | 'isJudged'> & { text: string }

async function readText(bytes: Uint8Array, limit: number, coding = 'identity'): Promise<ReadText> {
  // The header may name none that exists, such as `utf-8`: then the body is as it was, as for a browser.
  const codings = coding.toLowerCase().match(CODINGS) ?? []
  if (bytes.length === 0 || codings.length === 0) return toText(bytes)
  if (codings.join() !== 'gzip') return notJudged(`encoded as ${coding.slice(0, 100)}`)
  try {
    return await toText(await decode(bytes, { maxOutputLength: limit }))
  } catch (error) {
    return notJudged(`not gzip of at most ${limit} bytes: ${(error as Error).message}`)
  }
}

/** The registered content codings but identity (RFC 9110, section 18.6). */
const CODINGS = /\b(?:gzip|compress|deflate|br|zstd|dcb|dcz|aes128gcm|exi|pack200-gzip)\b/g

const notJudged = (why: string): ReadText => ({
  text: '',
  isJudged: false,
  omitted: `${why}, so the response was not judged`,
})

/** Reading more at once would keep other requests waiting for too long. */
const MAX_JUDGED_BYTES = 2 ** 18

/** As `verify` does, replaces what is not UTF-8, which no JSON may have (RFC 8259, section 8.1). */
async function toText(bytes: Uint8Array): Promise<ReadText> {
  await untilRead(bytes.length)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (bytes.length > MAX_JUDGED_BYTES)
    return { ...notJudged(`longer than ${MAX_JUDGED_BYTES} bytes`), text }
  const isWhole = !text.includes('\ufffd') || isUtf8(bytes)
  return { text, isJudged: true, ...(!isWhole && { omitted: 'not UTF-8' }) }
}
