import { describeCause } from './cause.ts'
import { typeTag } from './describe-value.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Shorter tokens are not redacted: replacing them would garble ordinary words. */
const MIN_LENGTH = 8

/** A call remembers the tokens of this many attempts. */
const MAX_TOKENS = 100

/** Maximum objects to search in a foreign error: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Objects that show only their own properties. A Request, for one, shows its headers too. */
const TRANSPARENT = ['Object', 'Array', 'Error', 'DOMException', 'Function', 'AsyncFunction']

/** The escapes of JSON and of URLs: `\u002b`, `\/` and `%2b`. */
const ESCAPES = /\\|(?:u00|%)([2-7][\da-f])/gi

/** What several programs escaped, one after the other, has escapes in its escapes. A token may have some itself. */
const MAX_ESCAPES_IN_ESCAPES = 10

/**
 * Node calls this method of an object to show it, and it may show anything.
 * https://github.com/nodejs/node/blob/v24.21.0/lib/internal/util/inspect.js#L884
 */
const CUSTOM_INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** Replaces the access tokens of a call in a text. */
export type Redact = (text: string) => string

/** Adds a token to those that are redacted. */
export function remember(tokens: string[], token: string): void {
  tokens.unshift(token)
  tokens.splice(MAX_TOKENS)
}

/**
 * Makes a function that replaces the tokens that are in the list when it is called: as they were sent, and in every
 * form that JSON or a URL gives them. It returns a text with a token in such a form without escapes.
 */
export const createRedact =
  (tokens: readonly string[]): Redact =>
  text => {
    const redacted = replaceAll(text, tokens)
    const plain = withoutEscapes(redacted)
    const plainRedacted = replaceAll(plain, tokens.map(withoutEscapes))
    return plainRedacted === plain ? redacted : plainRedacted
  }

/** Replaces the longest token first, because a short one may be the beginning of a longer one. */
const replaceAll = (text: string, tokens: readonly string[]): string =>
  tokens
    .filter(token => token.length >= MIN_LENGTH)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, token) => rest.replaceAll(token, '[access token]'), text)

function withoutEscapes(text: string): string {
  let plain = text
  for (let depth = 0; depth < MAX_ESCAPES_IN_ESCAPES; depth++) {
    const before = plain
    plain = plain.replace(ESCAPES, (_escape, hex) => (hex ? decodeURIComponent(`%${hex}`) : ''))
    if (plain === before) break
  }
  return plain
}

/**
 * Returns the exception or, if it holds a token or cannot be searched, a copy with its name, message, code and stack
 * alone.
 */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const mayHoldToken = (value: unknown): boolean => {
    if (Object(value) !== value) return redactPrimitive(value, redact) !== value
    // Bytes are shown as numbers. The error for a certificate that Node refuses has some.
    if (seen.has(value) || ArrayBuffer.isView(value)) return false
    seen.add(value)
    if (!TRANSPARENT.includes(typeTag(value)) || CUSTOM_INSPECT in Object(value)) return true
    const keys = Reflect.ownKeys(Object(value))
    if (seen.size + keys.length > MAX_OBJECTS) return true
    // A DOMException has getters for these two. No other getter is called: it may have side effects, and
    // inspection does not call it either.
    const words = () => [Object(value).message, Object(value).stack].some(mayHoldToken)
    if (unlessItThrows(words)) return true
    return keys.some(key => {
      const property = Object.getOwnPropertyDescriptor(value, key)
      return mayHoldToken(String(key)) || mayHoldToken(property?.value)
    })
  }
  const isSafe = unlessItThrows(() => !mayHoldToken(cause))
  return isSafe ? cause : copyError(cause, redact)
}

function copyError(cause: unknown, redact: Redact): Error {
  const words = describeCause(cause)
  const copy = () => {
    const { name, message = words, code, stack } = Object(cause)
    const json = JSON.stringify({ name, message, code, stack })
    return Object.assign(new Error(), JSON.parse(json, redactPart(redact)))
  }
  return unlessItThrows(copy) ?? new Error(redact(words))
}

/** Makes a reviver of JSON: a token may be in a string, a number or a name. */
export const redactPart =
  (redact: Redact) =>
  (_name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value
    if (Object(value) !== value) return redactPrimitive(value, redact)
    const properties = Object.entries(Object(value))
    return Object.fromEntries(properties.map(([name, property]) => [redact(name), property]))
  }

/** Returns the value or, if it shows a token, its text without the token. */
function redactPrimitive(value: unknown, redact: Redact): unknown {
  const text = String(value)
  const redacted = redact(text)
  return redacted === text ? value : redacted
}
