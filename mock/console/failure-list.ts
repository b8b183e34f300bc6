import type { Failure } from '../failures.ts'

/** A failure to choose, and what its button says. */
export type Choice = readonly [failure: Failure, label: string, hint: string]

/** Answers that say no. */
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
  [{ status: 429, headers: { 'retry-after': '1' } }, '429', 'wait'],
  [{ status: 500 }, '500', 'broken'],
  [{ status: 503, headers: { 'retry-after': '1' } }, '503', 'wait'],
]

/** Answers that are none, or not a whole one. */
export const faults: readonly Choice[] = [
  ['network-error', 'Network error', 'connection reset'],
  ['no-answer', 'No answer', 'silence for ever'],
  ['cut-short', 'Cut short', 'half of the body'],
  ['malformed-json', 'Malformed JSON', '200, but not JSON'],
  ['empty-body', 'Empty body', '200, but no bytes'],
  ['wrong-shape', 'Wrong shape', '200, but no plant'],
]

/** A failure in a word or two. */
export function nameOf(failure: Failure): string {
  if (typeof failure === 'object') return `status ${failure.status}`
  return faults.find(([choice]) => choice === failure)?.[1] ?? failure
}
