import { unlessItThrows } from './unless-it-throws.ts'

/** Cause chains may be circular or huge. */
const MAX_EXCEPTIONS = 100

/**
 * Returns the exceptions behind an exception. Node's fetch gives the reason in `cause`
 * (https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L13068). If it tried several
 * addresses (RFC 8305, section 5), that reason has an exception for each in `errors`
 * (https://github.com/nodejs/node/blob/v24.21.0/lib/net.js#L1430). Beyond the limit,
 * returns the exception itself.
 */
export function rootCauses(thrown: unknown): unknown[] {
  const found = new Set([thrown])
  const roots: unknown[] = []
  for (const exception of found) {
    const { errors, cause } = Object(exception)
    const inner: unknown[] = Array.isArray(errors) ? errors.slice(0, MAX_EXCEPTIONS) : []
    if (cause) inner.push(cause)
    if (inner.length === 0) roots.push(exception)
    for (const one of inner) found.add(one)
    if (found.size > MAX_EXCEPTIONS) return [thrown]
  }
  return roots.length > 0 ? roots : [thrown]
}

/** Returns the message of the first root cause, or else of the exception itself, if there is one. Anything can be thrown. */
export function describeCause(thrown: unknown): string {
  const roots = unlessItThrows(() => rootCauses(thrown)) ?? [thrown]
  const words = [roots[0], thrown].map(exception => unlessItThrows(() => messageOf(exception)))
  return words.find(Boolean) ?? ''
}

function messageOf(exception: unknown): string {
  const { message = exception } = Object(exception)
  return typeof message === 'object' ? '' : String(message).trim()
}
