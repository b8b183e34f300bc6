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
    if (!isHeader(name, ''))
      throw new TypeError(`must have names of letters, digits and hyphens, unlike "${name}"`)
    if (value === null || !isHeader(name, value))
      throw new TypeError(`must have one-line values of Latin-1, unlike "${name}"`)
    headers.append(name, value)
  }
  return Object.fromEntries(headers)
}

/** RFC 9110, sections 5.6.2 and 5.5. fetch sends a value in Latin-1. */
const isHeader = (name: string, value: string) =>
  unlessItThrows(() => new Headers([[name, value]])) !== undefined

/** Takes a Headers, a list of pairs, or a plain object. */
function pairsOf(given: unknown): [name: string, value: string][] {
  const read = () =>
    typeTag(given) === 'Object' ? Object.entries(Object(given)) : [...(given as Iterable<unknown>)]
  const pairs = unlessItThrows(read)
  if (pairs?.every(isPair)) return pairs
  throw new TypeError(`must be an object of strings, but got ${describeType(given)}`)
}

const isPair = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) && entry.length === 2
