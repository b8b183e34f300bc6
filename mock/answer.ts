/** What a door sends back. */
export interface Answer {
  status: number
  headers: Record<string, string>
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

/** An answer with the contract's Error body: `error` is the status code, `message` says what to do. */
export function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Refusal {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ error: status, message }),
    reason: message,
  }
}

export const JSON_TYPE = { 'content-type': 'application/json' }
