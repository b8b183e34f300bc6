import { successStatus } from '../../generated/contract.ts'
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
    'bad token',
  ],
  [{ status: 429, headers: { 'retry-after': '1' } }, '429', 'slow down'],
  [{ status: 500 }, '500', 'server error'],
  [{ status: 503, headers: { 'retry-after': '1' } }, '503', 'unavailable'],
]

/** Missing or broken responses. */
export const faults: readonly Choice[] = [
  ['network-error', 'Network error', 'connection reset'],
  ['no-answer', 'No answer', 'connection stays open'],
  ['cut-short', 'Cut short', 'half the body'],
  ['malformed-json', 'Malformed JSON', `${successStatus}, but not JSON`],
  ['empty-body', 'Empty body', `${successStatus}, but no body`],
  ['wrong-shape', 'Wrong shape', `${successStatus}, but not a Plant`],
]

/** What a request gets, as the object of a sentence. */
const OBJECTS: Record<Exclude<Failure, object>, string> = {
  'network-error': 'a network error',
  'no-answer': 'no answer',
  'cut-short': 'a body that is cut short',
  'malformed-json': 'malformed JSON',
  'empty-body': 'an empty body',
  'wrong-shape': 'a body of the wrong shape',
}

/** What a request with that failure gets: `status 503`, `a network error`. */
export const describeFailure = (failure: Failure): string =>
  typeof failure === 'object' ? `status ${failure.status}` : OBJECTS[failure]
