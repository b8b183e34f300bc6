import { attempt } from './attempt.ts'

/** Causes may form a circle, so the search for the innermost one ends. */
const MAX_DEPTH = 9

/**
 * The exceptions behind an exception. Node's fetch gives the reason in `cause`; where it tried several
 * addresses (RFC 8305), that one has an exception for each in `errors`.
 */
export function rootCauses(thrown: unknown, depth = 0): unknown[] {
  const { errors, cause } = Object(thrown)
  const inner: unknown[] = errors?.length > 0 ? errors : cause ? [cause] : []
  return inner.length === 0 || depth === MAX_DEPTH
    ? [thrown]
    : inner.flatMap(one => rootCauses(one, depth + 1))
}

/** What happened, in the words of the innermost exception. Anything can be thrown. */
export function describeCause(thrown: unknown): string {
  const describe = () => {
    const [root] = rootCauses(thrown)
    const { message = root } = Object(root)
    return typeof message === 'object' ? '' : String(message)
  }
  return attempt(describe) || 'an unknown error'
}
