import type { Failure } from '../store/failures.ts'

/** A failure, and the label and hint of its button. */
export type Choice = readonly [failure: Failure, label: string, hint: string]

/** Responses with an error status. */
export const statuses: readonly Choice[] = [
  [{ status: 400 }, '400', 'refused'],
  [
    {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="Plant Store", error="invalid_token"' },
    },
    '401',
    'token',
  ],
  [{ status: 429, headers: { 'retry-after': '1' } }, '429', 'retry'],
  [{ status: 500 }, '500', 'error'],
  [{ status: 503, headers: { 'retry-after': '1' } }, '503', 'retry'],
]

/** Missing or broken responses. */
export const faults: readonly Choice[] = [
  ['network-error', 'Network error', 'connection reset'],
  ['no-answer', 'No answer', 'connection stays open'],
  ['cut-short', 'Cut short', 'half the body'],
  ['malformed-json', 'Malformed JSON', '200, but not JSON'],
  ['empty-body', 'Empty body', '200, but no body'],
  ['wrong-shape', 'Wrong shape', '200, but not a Plant'],
]

/** A short name of a failure. */
export function nameOf(failure: Failure): string {
  if (typeof failure === 'object') return `status ${failure.status}`
  return faults.find(([choice]) => choice === failure)?.[1] ?? failure
}
