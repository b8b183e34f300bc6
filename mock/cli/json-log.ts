import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { RecordedResponse, RequestRecord } from '../store/mock-request.ts'
import { redactHeaders, redactUrl } from '../store/redact.ts'
import { MAX_TEXT_CHARS } from '../store/text.ts'
import { toPrintableJson } from '../verify/printable.ts'
import { mayBeRounded } from './rounded-id.ts'

/**
 * Formats a request as a line of JSON with the properties of `MockRequest`. Bodies are passed on as they
 * were sent, digit for digit, and no object is made of them.
 */
export function formatJson(record: RequestRecord): string {
  const { number, method, url, headers, text, isJson, response, duration, id } = record
  const { reason, failure, isRandom, isHandler, session } = record
  let line = `{"number":${number},"time":"${toIsoTime(record.time)}","method":${JSON.stringify(method)}`
  line += `,"url":${JSON.stringify(redactUrl(url))}`
  line += `,"headers":${JSON.stringify(redactHeaders(headers))}`
  if (text !== undefined) line += formatBody(text, isJson)
  if (id !== undefined && mayBeRounded(id)) line += ',"idMayBeRounded":true'
  if (response) line += `,"status":${response.status},"response":${formatResponse(response)}`
  if (duration !== undefined) line += `,"duration":${duration}`
  if (reason !== undefined) line += `,"reason":${JSON.stringify(reason)}`
  if (failure) line += `,"failure":${writeJson(failure.toFailure().failure)}`
  if (isRandom) line += ',"random":true'
  if (isHandler) line += ',"handler":true'
  if (session !== undefined) line += `,"session":${JSON.stringify(session)}`
  return toPrintableJson(`${line}}`)
}

const formatBody = (text: string, isJson: boolean) =>
  isJson ? `,"body":${onOneLine(text)}` : `,"text":${JSON.stringify(text)}`

/** JSON may be spread over several lines, or indented by tabs; inside its strings it cannot be. */
const onOneLine = (json: string) => (/[\t\n\r]/.test(json) ? writeJson(readJson(json)) : json)

function formatResponse(response: RecordedResponse): string {
  const { headers, hasCookies, text } = response
  const body = text === '' ? '' : formatBody(text, text.length <= MAX_TEXT_CHARS && isJson(text))
  return `{"headers":${formatHeaders(headers, hasCookies)}${body}}`
}

/** Most responses share one object of headers, which is formatted once. */
function formatHeaders(headers: RecordedResponse['headers'], hasCookies: boolean): string {
  if (hasCookies) return JSON.stringify({ ...headers, 'set-cookie': '[redacted]' })
  let json = HEADERS.get(headers)
  if (json === undefined) {
    json = JSON.stringify(redactHeaders(Object.entries(headers)))
    HEADERS.set(headers, json)
  }
  return json
}

const HEADERS = new WeakMap<RecordedResponse['headers'], string>()

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const toIsoTime = (time: number) => new Date(time).toISOString()
