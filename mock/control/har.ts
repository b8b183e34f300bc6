import type { MockResponse } from '../store/mock-request.ts'
import type { Around } from './json-answer.ts'
import type { JsonRequest } from './types.ts'

/**
 * What HAR 1.2 has around its entries (http://www.softwareishard.com/blog/har-12-spec/). The network panels of browsers
 * open it.
 */
export const HAR: Around = [
  '{"log":{"version":"1.2","creator":{"name":"plant-store-client mock","version":""},"entries":[',
  ']}}',
]

/**
 * Writes a request of the journal as an entry. Credentials are hidden as they are in the journal. What the journal does
 * not know has the value that the format has for it: -1, or an empty text. A request without a response has the status 0,
 * and the reason as its comment.
 */
export function toHarEntry(request: JsonRequest): object {
  const { time, duration = 0, status = 0, inFlight, reason, response } = request
  const comment = inFlight ? `in flight: ${inFlight}` : reason
  return {
    startedDateTime: time,
    time: duration,
    request: toRequest(request),
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toList(Object.entries(response?.headers ?? {})),
      content: toContent(response),
      redirectURL: response?.headers.location ?? '',
      headersSize: -1,
      bodySize: response?.size ?? (response ? 0 : -1),
      ...(status === 0 && { _error: comment ?? 'no response' }),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(comment !== undefined && { comment }),
    _resourceType: 'fetch', // or Chrome takes JSON for a script, and its filter for Fetch leaves it out
  }
}

function toRequest({ method, url, headers, text, size, omitted }: JsonRequest) {
  const query = new URLSearchParams(url.replace(/^[^?#]*\??/, '').replace(/#.*/, ''))
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toList(Object.entries(headers)),
    queryString: toList(query),
    headersSize: -1,
    bodySize: size ?? 0,
    ...(text !== undefined && {
      postData: {
        mimeType: headers['content-type'] ?? '',
        params: [],
        text,
        ...(omitted !== undefined && { comment: omitted }),
      },
    }),
  }
}

function toContent(response: MockResponse | undefined) {
  const { headers, size = 0, text, omitted } = response ?? {}
  return {
    size,
    mimeType: headers?.['content-type'] ?? '',
    ...(text !== undefined && { text }),
    ...(omitted !== undefined && { comment: omitted }),
  }
}

const toList = (values: Iterable<[name: string, value: string]>) =>
  Array.from(values, ([name, value]) => ({ name, value }))
