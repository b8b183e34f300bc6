import { describeCause } from './cause.ts'
import { typeTag } from './describe-value.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Shorter tokens are not redacted: replacing them would garble ordinary words. */
const MIN_LENGTH = 8

/** A client remembers this many tokens. A provider may return another one for each attempt. */
const MAX_TOKENS = 100

/** Maximum objects to search in a foreign error: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Objects that show only their own properties. A Request, for one, shows its headers too. */
const TRANSPARENT = ['Object', 'Array', 'Error', 'DOMException', 'Function', 'AsyncFunction']

/** The escapes of JSON and of URLs: `\u002b`, `\/` and `%2b`. */
const ESCAPES = /\\|(?:u00|%)([2-7][\da-f])/gi

/** A token may have what looks like an escape, and be escaped itself. */
const MAX_ESCAPES_IN_ESCAPES = 3

/** Replaces the access tokens of a client in a text. */
export type Redact = (text: string) => string

/** Node calls this method of an object to show it, and it may show anything. */
const CUSTOM_INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** Adds a token to redact. */
export function remember(tokens: Set<string>, token: string): void {
  tokens.delete(token)
  tokens.add(token)
  const [oldest] = tokens
  if (tokens.size > MAX_TOKENS) tokens.delete(oldest as string)
}

/**
 * Makes a function that replaces these tokens as they were sent, and in every form that JSON or a URL gives them.
 * It returns a text with a token in such a form without escapes.
 */
export function createRedact(tokens: ReadonlySet<string>): Redact {
  const sentTokens = longestFirst([...tokens])
  const plainTokens = longestFirst(sentTokens.map(withoutEscapes))
  return text => {
    const redacted = replaceAll(text, sentTokens)
    const plain = withoutEscapes(redacted)
    const plainRedacted = replaceAll(plain, plainTokens)
    return plainRedacted === plain ? redacted : plainRedacted
  }
}

/** A short token may be the beginning of a longer one. */
const longestFirst = (tokens: readonly string[]): string[] =>
  tokens.filter(token => token.length >= MIN_LENGTH).sort((one, other) => other.length - one.length)

const replaceAll = (text: string, tokens: readonly string[]): string =>
  tokens.reduce((rest, token) => rest.replaceAll(token, '[access token]'), text)

function withoutEscapes(text: string): string {
  let plain = text
  for (let depth = 0; depth < MAX_ESCAPES_IN_ESCAPES; depth++)
    plain = plain.replace(ESCAPES, (_escape, hex) => (hex ? decodeURIComponent(`%${hex}`) : ''))
  return plain
}

/** Returns the exception, or an error with its message if it holds a token or cannot be searched. */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const mayHoldToken = (value: unknown): boolean => {
    if (Object(value) !== value) return redact(String(value)) !== String(value)
    if (seen.has(value)) return false
    seen.add(value)
    if (!TRANSPARENT.includes(typeTag(value)) || CUSTOM_INSPECT in Object(value)) return true
    const keys = Reflect.ownKeys(Object(value))
    if (seen.size + keys.length > MAX_OBJECTS) return true
    // A DOMException has getters for these two. No other getter is called: it may have side effects, and
    // inspection does not call it either.
    const words = unlessItThrows(() => [Object(value).message, Object(value).stack])
    if (words?.some(mayHoldToken)) return true
    return keys.some(key => {
      const property = Object.getOwnPropertyDescriptor(value, key)
      return mayHoldToken(String(key)) || mayHoldToken(property?.value)
    })
  }
  const isSafe = unlessItThrows(() => !mayHoldToken(cause))
  return isSafe ? cause : new Error(redact(describeCause(cause)))
}
