import { type Answer, isHeaderValue } from './answer.ts'
import type { StoreRequest } from './request.ts'

type Sender = Pick<StoreRequest, 'headers'>

/**
 * Lets any page read an answer of the service, errors included, with credentials too: then `*` would not be a
 * wildcard (Fetch, section 3.3.3). The answer's own headers come first.
 */
export function withCors(answer: Answer, request?: Sender): Answer {
  const headers = { ...corsHeaders(request), ...answer.headers }
  const { vary } = answer.headers
  if (vary !== undefined) headers.vary = `${vary}, ${VARY}`
  return { ...answer, headers }
}

/** Answers a preflight (Fetch, section 3.3.2), which needs no token. A page could not read why it was refused. */
export function answerPreflight(request: StoreRequest): Answer | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const method = readValue(request, 'access-control-request-method')
  if (method === undefined) return undefined
  const headers = {
    ...corsHeaders(request),
    'access-control-allow-methods': method,
    'access-control-allow-headers':
      readValue(request, 'access-control-request-headers') ?? ANY_HEADER,
    'access-control-max-age': '7200',
  }
  return { status: 204, headers, body: '' }
}

/** The wildcard does not cover Authorization (Fetch, section 4.9). */
const ANY_HEADER = 'Authorization, *'

const VARY = 'Origin'

function corsHeaders(request: Sender | undefined): Readonly<Record<string, string>> {
  const origin = request && readValue(request, 'origin')
  if (origin === undefined) return ANY_ORIGIN
  return {
    ...ANY_ORIGIN,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  }
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
  vary: VARY,
}

/** Returns the value of a header if a response may repeat it. */
function readValue({ headers }: Sender, name: string): string | undefined {
  const value = headers.get(name)
  return value !== undefined && isHeaderValue(value) ? value : undefined
}
