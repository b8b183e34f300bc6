import { describeCause } from './cause.ts'
import { typeTag } from './describe-value.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Shorter tokens are not redacted: replacing them would garble ordinary words. */
const MIN_LENGTH = 8

/** A client remembers this many tokens. A provider may return another one for each attempt. */
const MAX_TOKENS = 1_000

/** Maximum objects to search in a foreign error: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Objects that show only their own properties. A Request, for one, shows its headers too. */
const TRANSPARENT = ['Object', 'Array', 'Error', 'DOMException', 'Function', 'AsyncFunction']

/** A visible character as JSON or a URL may write it: `\u002b`, `%2b` or `\/`. */
const ESCAPED = /(?:\\u00|%)([2-7][\da-f])|\\(?=[!-~])/gi

/** Replaces the access tokens of a client in a text. */
export type Redact = (text: string) => string

/** Adds a token to redact. */
export function remember(tokens: Set<string>, token: string): void {
  if (token.length < MIN_LENGTH) return
  tokens.delete(token)
  tokens.add(token)
  const [oldest] = tokens
  if (tokens.size > MAX_TOKENS) tokens.delete(oldest as string)
}

/**
 * Replaces tokens as they were sent, and in every form that JSON or a URL gives them. A text with a token in such
 * a form is returned unescaped. The time is linear.
 */
export function redactTokens(text: string, tokens: Iterable<string>): string {
  const replaceIn = (given: string) =>
    Array.from(tokens).reduce((rest, token) => rest.replaceAll(token, '[access token]'), given)
  const redacted = replaceIn(text)
  const plain = redacted.replace(ESCAPED, (_form, hex) =>
    hex ? decodeURIComponent(`%${hex}`) : '',
  )
  const plainRedacted = replaceIn(plain)
  return plainRedacted === plain ? redacted : plainRedacted
}

/** Returns the exception, or an error with its message if it holds a token or cannot be searched. */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const mayHoldToken = (value: unknown): boolean => {
    if (typeof value === 'string') return redact(value) !== value
    if (Object(value) !== value || seen.has(value)) return false
    seen.add(value)
    if (!TRANSPARENT.includes(typeTag(value))) return true
    const keys = Reflect.ownKeys(Object(value))
    if (seen.size + keys.length > MAX_OBJECTS) return true
    // Getters are not called: they may have side effects, and inspection does not call them either.
    return keys.some(key => {
      const property = Object.getOwnPropertyDescriptor(value, key)
      return mayHoldToken(String(key)) || mayHoldToken(property?.value)
    })
  }
  const isSafe = unlessItThrows(() => !mayHoldToken(cause))
  return isSafe ? cause : new Error(redact(describeCause(cause)))
}
