import type { ApiError, PlantStoreError, UnexpectedResponseError } from 'plant-store-client'

/** Whether the same plant can be sent again: it adds nothing twice, and is not refused for certain. */
export const mayTryAgain = (error: PlantStoreError | null) =>
  error?.mayHaveBeenAdded === false && error.kind !== 'invalid-request'

/**
 * What went wrong, for the person who added the plant; `error.message` is for developers. The type
 * of what it gives proves that no kind is forgotten.
 */
export function explain(error: PlantStoreError): string {
  switch (error.kind) {
    case 'api':
    case 'unexpected-response':
      return explainAnswer(error)
    case 'network':
      return 'The connection broke before the store had answered. Check that you are online.'
    case 'timeout':
      return 'The store took too long to answer.'
    case 'aborted':
      return 'You cancelled before the store had answered.'
    case 'invalid-request':
      return `Please correct the ${error.issues.map(({ path }) => path.join('.')).join(' and the ')}.`
    case 'access-token':
      return 'You are not signed in. Sign in again.'
    case 'middleware':
      return 'This page has a fault. Reload it.'
  }
}

function explainAnswer(error: ApiError | UnexpectedResponseError): string {
  const { kind, response, retryAfter } = error
  const { status } = response
  if (status === 401 || status === 403) return 'The store does not let you in. Sign in again.'
  if (status === 429 || status === 503)
    return `The store is too busy. Wait ${retryAfter ? seconds.format(retryAfter) : 'a little'}.`
  if (status >= 500) return 'The store has a problem of its own.'
  if (kind === 'api') return `The store refused it, saying: “${error.body.message}”`
  return 'The answer made no sense. Perhaps something stands between you and the store.'
}

const seconds = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', unitDisplay: 'long' })
