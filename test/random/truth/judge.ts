// Compares what the mock says with what its clients saw. Nothing here knows what the right answer is.
import { isDeepStrictEqual } from 'node:util'
import { errorMessage } from '../../../generated/contract.ts'
import { TOKEN } from './arbitraries.ts'
import type { Client, Response, Written } from './client.ts'

/** What the records have of a body. */
interface KeptBody {
  readonly size?: number
  readonly text?: string
  readonly body?: unknown
  readonly omitted?: string
}

/** A request in `GET /__mock/requests` and in the log with `--json`. */
export interface Recorded extends KeptBody {
  readonly number?: number
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
  readonly response?: KeptBody & { readonly headers: Readonly<Record<string, string>> }
  readonly inFlight?: string
  readonly reason?: string
  readonly failure?: unknown
  readonly forwarded?: true
}

/** A line of the log: of the text log, only what it says about the outcome. */
export interface Line {
  readonly text: string
  readonly status: number | undefined
  readonly record?: Recorded
}

/** `isEarly` if it may only be a matter of time. */
export class Finding extends Error {
  readonly isEarly: boolean
  constructor(message: string, isEarly = false) {
    super(message)
    this.isEarly = isEarly
  }
}

export const trialOf = (url: string): number => Number(/trial=(\d+)/.exec(url)?.[1] ?? -1)

/** Reads the lines that are about requests. The line of a request that waits is followed by another one. */
export function readLines(lines: readonly string[]): Map<number, Line> {
  const read = new Map<number, Line>()
  for (const text of lines) {
    if (
      !text.includes('trial=') ||
      /^\{"waiting":|trial=\d+\S* (?:held|no-answer)(?: |$)/.test(text)
    )
      continue
    const line = text.startsWith('{') ? readJsonLine(text) : readTextLine(text)
    const trial = trialOf(text)
    if (read.has(trial)) throw new Finding(`Two lines for one request: ${short(text)}`)
    read.set(trial, line)
  }
  return read
}

function readJsonLine(text: string): Line {
  const { idMayBeRounded, ...record } = JSON.parse(text)
  return { text, status: record.status, record }
}

function readTextLine(text: string): Line {
  const [, outcome = ''] = /trial=\d+\S* (no response|\d{3}) \d+ ms/.exec(text) ?? []
  if (outcome === '') throw new Finding(`A line without an outcome: ${short(text)}`)
  return { text, status: outcome === 'no response' ? undefined : Number(outcome) }
}

/** Everything that is said about the requests of some clients. */
interface Records {
  readonly journal: ReadonlyMap<number, Recorded>
  readonly lines: ReadonlyMap<number, Line>
  /** Whether every request has a line: there is a log, and it says of no line that it was left out. */
  readonly hasAllLines: boolean
  /** Whether there was a reset in the meantime: the log alone has the requests that were on their way. */
  readonly wasReset: boolean
}

/** Throws a `Finding` if the records are not what happened to that client. */
export function judge(client: Client, records: Records): void {
  let seen = 0
  let lastNumber = 0
  let isOver = client.sentCount === 0
  /** Whether the bytes before a request were whole requests, so that the server sees it as it was sent. */
  let isAligned = true
  for (const written of client.written.slice(0, client.sentCount)) {
    const journaled = records.journal.get(written.trial)
    const line = records.lines.get(written.trial)
    const response = client.responses[seen]
    const about = (text: string, isEarly = false) => {
      const facts = {
        sent: describe(written),
        response,
        record: journaled ?? line?.record ?? line?.text,
      }
      return new Finding(`${text}: ${short(JSON.stringify(facts))}`, isEarly)
    }
    if (line?.text.includes(TOKEN)) throw about('The log has the token')
    if (journaled && !line && records.hasAllLines) throw about('Not in the log', true)
    if (journaled?.inFlight) throw about('Still in flight', true)
    if (journaled && line) checkLine(journaled, line, about)
    const record = journaled ?? line?.record
    if (line?.record?.number !== undefined && !journaled && !records.wasReset)
      throw about('In the log, not in the journal', true)

    const told = record ?? line
    if (!told) {
      // The connection ends after what came before such bytes.
      const mayBeNoHttp = isOdd(written.sent) || client.isBroken
      const isUntraced = records.wasReset && !records.hasAllLines
      if (
        !response &&
        !isOver &&
        !client.hasLeft &&
        !client.hasEnded &&
        !mayBeNoHttp &&
        !isUntraced
      )
        throw about('Neither a response nor a record', true)
      // Without a log there is no trace of what was refused before a session, or answered after a reset.
      const isLoggedOnly = records.wasReset || (response?.status ?? 0) >= 400
      if (response && !(isLoggedOnly && !records.hasAllLines) && !isUnrecorded(written, response))
        throw about('In no record', true)
      if (response) seen++
      if (!response || response.headers.connection === 'close') isOver = true
      continue
    }
    if (record?.number !== undefined) {
      if (record.number <= lastNumber && !records.wasReset)
        throw about('Numbered in another order than it was sent in')
      lastNumber = record.number
    }
    if (record && isAligned) checkRequest(record, written, about)
    isAligned &&= written.isWellFramed
    if (told.status === undefined) {
      if (response) throw about('A response that the record does not have')
      if (record) checkSilence(record, client, about)
      isOver = true
      continue
    }
    if (!response) {
      if (!client.hasLeft && !mayBeLost(client, written, records))
        throw about('A recorded response that the client did not get')
      continue
    }
    if (response.status !== told.status) throw about('Another status in the record')
    if (record) checkResponse(record, response, about)
    seen++
    if (response.headers.connection === 'close' || !response.isWhole || isLast(written))
      isOver = true
  }
  const rest = client.responses.slice(seen)
  const mayHaveError = client.isBroken || client.hasEnded
  if (rest.length > (mayHaveError && isRefusalOfBytes(rest[0]) ? 1 : 0))
    throw new Finding(`More responses than requests: ${short(JSON.stringify(rest))}`)
}

/** A client that still writes when a later failure resets its connection loses what it has not read (TCP). */
function mayBeLost(client: Client, before: Written, { journal }: Records): boolean {
  const later = client.written.filter(({ trial }) => trial > before.trial)
  const isReset = later.some(({ trial }) => {
    const record = journal.get(trial)
    return record && record.status === undefined && record.failure
  })
  return isReset && client.failedToWrite
}

type About = (text: string, isEarly?: boolean) => Finding

function checkLine(journaled: Recorded, line: Line, about: About): void {
  if (line.status !== journaled.status)
    throw about(`Another status in the log: ${short(line.text)}`)
  if (line.record && !isDeepStrictEqual(line.record, journaled))
    throw about(`Another record in the log: ${short(line.text)}`)
  const reason = journaled.failure === undefined ? (journaled.reason ?? '') : ''
  if (!line.record && !line.text.includes(printable(reason)))
    throw about(`No reason in the log: ${short(line.text)}`)
}

/** As `toPrintable` of the mock. */
const printable = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, '?')

/** Whether a request ends its connection, whatever an injected failure says in its header Connection. */
const isLast = ({ sent }: Written) =>
  sent.version === '1.0' ||
  sent.headers.some(([name, value]) => name === 'Connection' && value === 'close')

/** A preflight, which the application did not send, and bytes that are not a request. */
const isUnrecorded = ({ sent }: Written, response: Response) =>
  sent.method === 'OPTIONS' || isRefusalOfBytes(response)

/** What Node's parser may refuse. */
const isOdd = ({ method, path, headers, tinyHeaders }: Written['sent']) =>
  method === 'NONSENSE' ||
  method === 'CONNECT' ||
  path.some(([part, times]) => part.length * times > 5_000 || /[^\x21-\x7e]/.test(part)) ||
  headers.length > 0 ||
  tinyHeaders > 1_000

/** Bytes that are not a request are in no record: the log tells of the connection. */
const isRefusalOfBytes = (response: Response | undefined) =>
  response?.headers.connection === 'close' &&
  /not an HTTP request|headers are longer than Node takes|did not arrive in time|CONNECT asks a proxy/.test(
    response.body,
  )

/** Maximum headers of a request that is not refused. */
const MAX_HEADERS = 200

const SECRET = new Set([
  'authorization',
  'cookie',
  'referer',
  'x-api-key',
  'x-forwarded-authorization',
])

function checkRequest(record: Recorded, written: Written, about: About): void {
  const { sent, headers } = written
  if (record.method !== sent.method) throw about('Another method in the record')
  if (JSON.stringify(record).includes(TOKEN)) throw about('The record has the token')
  const isRefused = headers.length > MAX_HEADERS
  // A foreign Host, for example, is refused before.
  const isOwn = record.number !== undefined && record.status !== undefined && !record.failure
  // A service gets a few headers more, such as `Via`, and may refuse them.
  const isOfService = record.forwarded && !isRefused
  if (isOwn && !isOfService && isRefused !== (record.status === 431))
    throw about(`${headers.length} headers, and the status is ${record.status}`)
  const joined = new Map<string, string>()
  for (const [name, value] of headers) {
    const before = joined.get(name.toLowerCase())
    joined.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  for (const [name, value] of joined)
    if (!isRefused && !SECRET.has(name) && record.headers[name] !== value)
      throw about(`Another header ${name} in the record`)
  if (isRefused || !written.body || /cut short|client/.test(record.reason ?? '')) return
  const difference = compareBody(record, written.body)
  if (difference) throw about(`The body of the request ${difference}`)
}

function checkResponse(record: Recorded, response: Response, about: About): void {
  const { response: kept, failure, reason } = record
  if (!kept) throw about('A status without a response in the record')
  for (const [name, value] of Object.entries(kept.headers))
    if (name !== 'set-cookie' && (response.headers[name] ?? '') !== value.trim())
      throw about(`Another header ${name} in the response`)
  if (!response.isWhole && failure !== 'cut-short') throw about('A response that was cut short')
  if (response.isWhole && failure === 'cut-short' && response.body !== '')
    throw about('A whole response that was cut short')
  const hasBody = record.method !== 'HEAD'
  const difference = hasBody ? compareBody(kept, Buffer.from(response.body)) : undefined
  if (difference) throw about(`The body of the response ${difference}`)
  const isRefusal = failure === undefined && response.status >= 300
  const message = isRefusal ? messageOf(response.body) : undefined
  if (message !== undefined && message !== reason) throw about('Another reason in the record')
}

function messageOf(body: string): string | undefined {
  try {
    const message: unknown = errorMessage(Object(JSON.parse(body)))
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** There is no response: the record must say why, and blame the client only if it left. */
function checkSilence(record: Recorded, client: Client, about: About): void {
  const { failure, reason } = record
  if (reason === undefined && failure !== 'network-error' && failure !== 'no-answer')
    throw about('No response, and no reason in the record')
  const isBlamed = reason?.startsWith('The client disconnected')
  if (isBlamed && !client.hasLeft && !client.hasEnded) throw about('The client did not disconnect')
}

/** How many characters of a body are kept. */
const MAX_TEXT = 16_384

/** Says how what was kept differs from the bytes. */
function compareBody({ size, text, body, omitted }: KeptBody, bytes: Buffer): string | undefined {
  const actual = bytes.toString()
  if (size !== undefined && size !== bytes.length) return `has ${bytes.length} bytes`
  if (text === undefined && body === undefined)
    return actual === '' || omitted !== undefined ? undefined : 'is missing'
  if (text !== undefined) {
    const start = omitted === undefined ? text.replace(/… \(\d+ characters\)$/, '') : text
    if (omitted !== undefined ? start === actual : start === text && text !== actual)
      return 'is not as whole as it is said to be'
    if (!actual.startsWith(start) || start.length < Math.min(actual.length, MAX_TEXT))
      return 'differs'
  }
  if (body === undefined) return undefined
  try {
    return isDeepStrictEqual(comparable(JSON.parse(actual)), comparable(body))
      ? undefined
      : 'differs'
  } catch {
    return 'is not JSON'
  }
}

/** Numbers are compared as far as a double has their digits: the records are read with JSON.parse. */
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (isNumber(part) ? roughly(part) : part)))

const isNumber = (part: unknown): part is number | null => typeof part === 'number' || part === null

const roughly = (number: number | null) => {
  if (number === null || Math.abs(number) >= 2 ** 52) return 'a large number'
  return Math.abs(number) < 1e-300 ? 0 : Number(number.toPrecision(14))
}

function describe({ trial, sent, headers }: Written) {
  return {
    trial,
    method: sent.method,
    path: sent.path,
    headers: headers.slice(0, 12),
    body: sent.body,
  }
}

export const short = (text: string): string =>
  text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text
