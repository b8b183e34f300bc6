import type { MockResponse } from '../store/mock-request.ts'
import type { Around } from './json-answer.ts'
import type { JsonRequest } from './types.ts'

/**
 * What HAR 1.2 has around its entries (http://www.softwareishard.com/blog/har-12-spec/). A page is optional there, but
 * the importers of Firefox and Safari read one. Safari counts from its start, which is that of the first entry.
 */
export function aroundEntries(start: number): Around {
  const title = 'plant-store-client mock'
  const creator = { name: title, version: PACKAGE_VERSION }
  const page = { startedDateTime: new Date(start), id: 'mock', title, pageTimings: {} }
  const log = JSON.stringify({ version: '1.2', creator, pages: [page] })
  return [`{"log":${log.slice(0, -1)},"entries":[`, ']}}']
}

/**
 * Writes a request of the journal as an entry. Credentials are hidden as they are in the journal. What the journal does
 * not know has the value that the format has for it: -1, or an empty text. A request without a response has the status 0,
 * and the reason as its comment. `decodedSize` is that of the response without its content coding.
 */
export function toHarEntry(request: JsonRequest, decodedSize?: number): object {
  const { time, duration = 0, status = 0, response } = request
  const comment = commentOn(request)
  return {
    startedDateTime: time,
    time: duration,
    request: toRequest(request),
    response: {
      status,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: toList(Object.entries(response?.headers ?? {})),
      content: toContent(response, decodedSize),
      redirectURL: response?.headers.location ?? '',
      headersSize: -1,
      bodySize: response ? sizeOf(response) : -1,
      ...(status === 0 && { _error: comment ?? 'no response' }),
    },
    cache: {},
    timings: { ...UNKNOWN, send: 0, wait: duration, receive: 0 },
    ...(comment !== undefined && { comment }),
    _resourceType: 'fetch', // or Chrome takes JSON for a script, and its filter for Fetch leaves it out
  }
}

/** Optional in the format, but Safari adds up what is not -1. */
const UNKNOWN = { blocked: -1, dns: -1, connect: -1, ssl: -1 }

/** Says that a failure was injected, that the request is in flight, or why it was refused. */
function commentOn({ failure, random, inFlight, reason }: JsonRequest): string | undefined {
  const kind = Object(failure).status ?? failure
  const injected = failure && `${random ? 'random' : 'injected'} failure: ${kind}`
  const why = inFlight ? `in flight: ${inFlight}` : reason
  // The reason may be the failure itself.
  const parts = [injected, injected && why?.startsWith('Injected failure: ') ? undefined : why]
  return parts.filter(Boolean).join('; ') || undefined
}

/** The bytes of a body: 0 if there is none, and -1 if nobody knows. */
const sizeOf = ({
  size,
  omitted,
}: {
  size?: number | undefined
  omitted?: string | undefined
}): number => size ?? (omitted === undefined ? 0 : -1)

function toRequest({ method, url, headers, text, size, omitted }: JsonRequest) {
  const query = new URLSearchParams(url.replace(/^[^?#]*\??/, '').replace(/#.*/, ''))
  return {
    method,
    url,
    httpVersion: '',
    cookies: [],
    headers: toList(Object.entries(headers)),
    queryString: toList(query),
    headersSize: -1,
    bodySize: sizeOf({ size, omitted }),
    // Without `params`, which are for forms, and exclude a text.
    ...(text !== undefined && {
      postData: {
        mimeType: headers['content-type'] ?? '',
        text,
        ...(omitted !== undefined && { comment: omitted }),
      },
    }),
  }
}

function toContent(response: MockResponse | undefined, decodedSize: number | undefined) {
  const { headers, text, omitted } = response ?? {}
  return {
    size: decodedSize ?? (response ? sizeOf(response) : 0),
    mimeType: headers?.['content-type'] ?? '',
    ...(text !== undefined && { text }),
    ...(omitted !== undefined && { comment: omitted }),
  }
}

const toList = (values: Iterable<[name: string, value: string]>) =>
  Array.from(values, ([name, value]) => ({ name, value }))
