import { attempt } from './attempt.ts'
import { describeCause } from './cause.ts'

/** Shorter tokens may be ordinary words, and replacing those would garble messages. */
const MIN_LENGTH = 8

/** How much of a foreign error is searched: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Replaces the access tokens of a call in a text. */
export type Redact = (text: string) => string

/** A service may echo a token as it is, or escaped for JSON, a URL or HTML. */
export function redactToken(text: string, token: string): string {
  if (token.length < MIN_LENGTH) return text
  return text.replace(new RegExp(token.replace(/\W/g, formsOf), 'gi'), '[access token]')
}

/** A pattern of all the ways to write a character that is neither a letter nor a digit. */
function formsOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  return `(?:\\\\?\\${character}|\\\\u00${hex}|%${hex}|&#${code};|&#x${hex};)`
}

/** The exception itself or, if it holds a token or cannot be searched, an error with its message. */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const mayHold = (value: unknown): boolean => {
    if (typeof value === 'string') return redact(value) !== value
    if (Object(value) !== value || seen.has(value)) return false
    seen.add(value)
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1)
    if (!TRANSPARENT.includes(type)) return true
    const keys = Reflect.ownKeys(Object(value))
    if (seen.size + keys.length > MAX_OBJECTS) return true
    // Getters are not called: that may have effects, and inspection does not call them either.
    return keys.some(
      key => mayHold(String(key)) || mayHold(Object.getOwnPropertyDescriptor(value, key)?.value),
    )
  }
  const isSafe = attempt(() => !mayHold(cause))
  return isSafe ? cause : new Error(redact(describeCause(cause)))
}

/** Objects that show no more than their own properties. A Request, for one, shows its headers too. */
const TRANSPARENT = ['Object', 'Array', 'Error', 'DOMException', 'Function', 'AsyncFunction']
