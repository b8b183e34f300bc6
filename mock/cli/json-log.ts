import type { RefusedRequest } from '../app/sessions.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { RecordedResponse, RequestRecord } from '../store/mock-request.ts'
import { redactHeader, redactHeaders, redactUrl } from '../store/redact.ts'
import { MAX_TEXT_CHARS } from '../store/text.ts'
import { toPrintableJson } from '../verify/printable.ts'
import { memoizeLast } from './memoize-last.ts'
import { mayBeRounded } from './rounded-id.ts'

/**
 * Creates the format of requests as lines of JSON with the properties of `MockRequest`. Bodies are
 * passed on as they were sent, digit for digit, and no object is made of them; what is the same in most
 * requests (the URL, the headers, which the store keeps once) is written once. A request that no session
 * has answered has no number.
 */
export function createJsonFormat(): (record: RefusedRequest, number?: number) => string {
  const toIsoTime = createIsoClock()
  const writeUrl = memoizeLast((url: string) => JSON.stringify(redactUrl(url)))
  const writeHeaders = memoizeLast(writeRequestHeaders)
  return (record, number) => {
    const { time, method, headers, text, isJson, response, duration, id } = record
    const { reason, failure, isRandom, isHandler, session } = record
    let line = number === undefined ? '{' : `{"number":${number},`
    line += `"time":"${toIsoTime(time)}","method":${JSON.stringify(method)}`
    line += `,"url":${writeUrl(record.url)},"headers":${writeHeaders(headers)}`
    if (text !== undefined) line += writeBody(text, isJson)
    if (id !== undefined && mayBeRounded(id)) line += ',"idMayBeRounded":true'
    if (response)
      line += `,"status":${response.status},"response":${writeResponse(record, response)}`
    if (duration !== undefined) line += `,"duration":${duration}`
    if (reason !== undefined) line += `,"reason":${JSON.stringify(reason)}`
    if (failure) line += `,"failure":${writeJson(failure.toFailure())}`
    if (isRandom) line += ',"random":true'
    if (isHandler) line += ',"handler":true'
    if (session !== undefined) line += `,"session":${JSON.stringify(session)}`
    return toPrintableJson(`${line}}`)
  }
}

/** JSON may be spread over several lines, or indented by tabs; inside its strings it cannot be. */
function writeBody(text: string, isJson: boolean): string {
  if (!isJson) return `,"text":${JSON.stringify(text)}`
  return `,"body":${/[\t\n\r]/.test(text) ? writeJson(readJson(text)) : text}`
}

function writeRequestHeaders(headers: RequestRecord['headers']): string {
  let json = ''
  const names: string[] = []
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (names.includes(key)) return JSON.stringify(redactHeaders(headers)) // which joins their values
    names.push(key)
    json += `${json && ','}"${key}":${JSON.stringify(redactHeader(key, value))}`
  }
  return `{${json}}`
}

function writeResponse(record: RefusedRequest, response: RecordedResponse): string {
  const { headers, hasCookies, text } = response
  // Every answer of the mock's own is JSON.
  const isOwn = record.failure === undefined && !record.isHandler
  const isJson = isOwn ? text.length <= MAX_TEXT_CHARS : isJsonText(text)
  const body = text === '' ? '' : writeBody(text, isJson)
  return `{"headers":${writeResponseHeaders(headers, hasCookies)}${body}}`
}

/** Most responses share one object of headers, which is written once. */
function writeResponseHeaders(headers: RecordedResponse['headers'], hasCookies: boolean): string {
  if (hasCookies)
    return JSON.stringify(redactHeaders([...Object.entries(headers), ['set-cookie', '[redacted]']]))
  let json = WRITTEN.get(headers)
  if (json === undefined) {
    json = JSON.stringify(redactHeaders(Object.entries(headers)))
    WRITTEN.set(headers, json)
  }
  return json
}

const WRITTEN = new WeakMap<RecordedResponse['headers'], string>()

function isJsonText(text: string): boolean {
  if (text.length > MAX_TEXT_CHARS) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The date and time; each second is formatted once. */
function createIsoClock(): (time: number) => string {
  const formatSecond = memoizeLast((second: number) => new Date(second * 1_000).toISOString())
  return time => {
    const text = formatSecond(Math.floor(time / 1_000))
    return `${text.slice(0, -4)}${String(time % 1_000).padStart(3, '0')}Z`
  }
}
