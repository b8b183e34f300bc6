import { describeCause } from './cause.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Shorter tokens may be ordinary words, and replacing those would garble messages. */
const MIN_LENGTH = 8

/** Maximum objects to search in a foreign error: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Objects that show only their own properties. A Request, for one, shows its headers too. */
const TRANSPARENT = ['Object', 'Array', 'Error', 'DOMException', 'Function', 'AsyncFunction']

/** Replaces the access tokens of a call in a text. */
export type Redact = (text: string) => string

/** Replaces a token, as it was sent or percent-encoded as in a URL. */
export function redactToken(text: string, token: string): string {
  if (token.length < MIN_LENGTH) return text
  return [token, encodeURIComponent(token)].reduce(
    (rest, form) => rest.replaceAll(form, '[access token]'),
    text,
  )
}

/** Returns the exception, or an error with its message if it holds a token or cannot be searched. */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const mayHoldToken = (value: unknown): boolean => {
    if (typeof value === 'string') return redact(value) !== value
    if (Object(value) !== value || seen.has(value)) return false
    seen.add(value)
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1)
    if (!TRANSPARENT.includes(type)) return true
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
