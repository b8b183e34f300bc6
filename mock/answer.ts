/** What a door sends back. */
export interface Answer {
  status: number
  /** Names in lower case; shared between answers, so never changed. */
  headers: Readonly<Record<string, string>>
  body: string
  /** What breaks on the way: each door shows it as well as it can. */
  fault?: Fault
}

/** Failures that are no answer, or not a whole one. */
export type Fault = 'network-error' | 'no-answer' | 'cut-short'

/** An answer, and why it is not a success. */
export interface Refusal extends Answer {
  reason: string
}

/** Read by any page: errors too, or the page would see nothing (Fetch, section 3.3). */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
}

/** The headers of every answer with a body of the contract. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  ...CORS,
  'content-type': 'application/json',
}

/** An answer with the contract's Error body: `error` is the status code, `message` says what to do. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return {
    status,
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({ error: status, message }),
    reason: message,
  }
}

/** What lets a page send `methods` (Fetch, section 3.3.3), besides an answer of the same kind. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  ...CORS,
  'access-control-allow-methods': methods,
  // A wildcard does not cover Authorization (Fetch, section 4.9).
  'access-control-allow-headers': 'Authorization, *',
  'access-control-max-age': '7200',
})

/** Statuses whose answers have no body (RFC 9110, section 6.4.1). */
export const WITHOUT_BODY: readonly number[] = [204, 205, 304]
