import { describeType, typeTag } from './describe-value.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/**
 * Returns headers with lower-case names, so that `Accept` overrides `accept`. Leaves out undefined values. Throws
 * an error that names the wrong header, but not its value, which may be secret.
 */
export function readHeaders(given: unknown): Record<string, string> {
  const headers = new Headers()
  for (const [name, value] of pairsOf(given)) {
    if (value === undefined) continue
    if (/^authorization$/i.test(name))
      throw new TypeError('must leave Authorization to accessToken')
    // Runtimes refuse other values, some of them only when the request is sent (RFC 9110, section 5.5).
    if (typeof value !== 'string' || /[^\t -~\x80-\xff]/.test(value))
      throw new TypeError(`must have one-line strings of Latin-1 as values, unlike "${name}"`)
    try {
      headers.append(name, value)
    } catch {
      throw new TypeError(`must have names of letters, digits and hyphens, unlike "${name}"`)
    }
  }
  return Object.fromEntries(headers)
}

/** Takes a Headers, a list of pairs, or a plain object. */
function pairsOf(given: unknown): [name: string, value: unknown][] {
  const read = () =>
    typeTag(given) === 'Object' ? Object.entries(Object(given)) : [...(given as Iterable<unknown>)]
  const pairs = unlessItThrows(read)
  if (pairs?.every(isPair)) return pairs
  throw new TypeError(`must be an object of strings, but got ${describeType(given)}`)
}

const isPair = (entry: unknown): entry is [name: string, value: unknown] =>
  Array.isArray(entry) && entry.length === 2
