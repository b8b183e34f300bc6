import { describeType, toQuoted, typeTag } from './describe-value.ts'
import { unlessItThrows } from './unless-it-throws.ts'

const OF_CONNECTION =
  /^(connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

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
    const quoted = toQuoted(name)
    // Of the connection (RFC 9110, section 7.6.1) or the body. Node refuses most of them when the request is sent,
    // and waits for ever if Content-Length is too small.
    // https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L3203
    if (OF_CONNECTION.test(name)) throw new TypeError(`must leave ${quoted} to fetch`)
    // Runtimes refuse other values, some of them only when the request is sent (RFC 9110, section 5.5).
    if (typeof value !== 'string' || /[^\t -~\x80-\xff]/.test(value))
      throw new TypeError(`must be valid: the value of ${quoted} is not one line of Latin-1 text`)
    try {
      headers.append(name, value)
    } catch {
      throw new TypeError(`must be valid: ${quoted} is not a name (RFC 9110, section 5.1)`)
    }
  }
  return Object.fromEntries(headers)
}

/** Takes a Headers, a list of pairs, or a plain object. A polyfill's Headers looks like a plain object, too. */
function pairsOf(given: unknown): [name: string, value: unknown][] {
  const read = () => {
    const isIterable = typeof given === 'object' && Symbol.iterator in Object(given) // a string is one, too
    if (isIterable) return [...(given as Iterable<unknown>)]
    return typeTag(given) === 'Object' ? Object.entries(Object(given)) : undefined
  }
  const pairs = unlessItThrows(read)
  if (pairs?.every(isPair)) return pairs
  throw new TypeError(`must be an object of strings, but got ${describeType(given)}`)
}

const isPair = (entry: unknown): entry is [name: string, value: unknown] =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string'
