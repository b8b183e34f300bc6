import { REDACTED, redactHeaders, redactUrl } from '../http/redact.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { BYTE_ORDER_MARK, readJson } from '../json/read.ts'
import { type MockRequest, type MockResponse, withToJson } from './mock-request.ts'
import {
  type KeptBody,
  type RecordedResponse,
  type RequestRecord,
  sizeOf,
} from './request-record.ts'
import { describeViolation } from './violation.ts'

/** Returns the URL of a request without credentials. */
export const shownUrl = ({ url }: RequestRecord): string => redactUrl(url)

/** Returns where a request or its response breaks the contract, in words. */
export const shownViolations = ({ violations }: RequestRecord): string[] =>
  violations.map(describeViolation)

/** The properties are in the order of the interface. Those without a value are absent. */
export function toMockRequest(record: RequestRecord): MockRequest {
  const { number, time, method, headers, body, ignored, response, duration } = record
  const { inFlight, reason, failure, isHandler, session } = record
  const { isForwarded, violations } = record
  return withToJson({
    number,
    time: new Date(time),
    method,
    url: shownUrl(record),
    headers: redactHeaders(headers),
    ...(body && toBody(body)),
    ...(ignored.length > 0 && { ignored: [...ignored] }),
    ...(response && { status: response.status, response: toMockResponse(response) }),
    ...(duration !== undefined && { duration }),
    ...(inFlight && { inFlight }),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: failure.toFailure() }),
    ...(failure?.id !== undefined && { failureId: failure.id }),
    ...(failure?.isRandom && { random: true }),
    ...(isHandler && { handler: true }),
    ...(isForwarded && { forwarded: true }),
    ...(violations.length > 0 && { violations: shownViolations(record) }),
    ...(session !== undefined && { session }),
  })
}

function toBody({ text, size, mayBeJson, omitted }: KeptBody): Omit<MockResponse, 'headers'> {
  const bytes = size ?? sizeOf(text)
  return {
    ...(bytes !== undefined && { size: bytes }),
    ...(text !== undefined && { text }),
    ...(text !== undefined && mayBeJson && toValue(text)),
    ...(omitted !== undefined && { omitted }),
  }
}

/** Shows no value if the body is not JSON, or too deeply nested to be written. */
function toValue(text: string): { body?: unknown } {
  try {
    return { body: readJson(text.replace(BYTE_ORDER_MARK, ''), MAX_DEPTH) }
  } catch {
    return {}
  }
}

const toMockResponse = ({ headers, hasCookies, body }: RecordedResponse): MockResponse => ({
  headers: {
    ...redactHeaders(Object.entries(headers)),
    ...(hasCookies && { 'set-cookie': REDACTED }),
  },
  ...(body && toBody(body)),
})
