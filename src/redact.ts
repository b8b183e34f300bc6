import { attempt } from './attempt.ts'
import { describeCause } from './cause.ts'

/** Shorter tokens may be ordinary words, and replacing those would garble messages. */
const MIN_LENGTH = 8

/** How many objects of a foreign error are searched: some lead to half of the heap. */
const MAX_OBJECTS = 1_000

/** Replaces the access tokens of a call in a text. */
export type Redact = (text: string) => string

/** A service may echo a token as it is, or in a URL. */
export function redactToken(text: string, token: string): string {
  if (token.length < MIN_LENGTH) return text
  return text
    .replaceAll(token, '[access token]')
    .replaceAll(encodeURIComponent(token), '[access token]')
}

/** The exception itself or, if a token is found in it, an error with its message alone. */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const seen = new Set<unknown>()
  const isFoundIn = (value: unknown): boolean => {
    if (typeof value === 'string') return redact(value) !== value
    if (Object(value) !== value || seen.has(value) || seen.size === MAX_OBJECTS) return false
    seen.add(value)
    // Getters are not called: that may have effects, and inspection does not call them either.
    const properties = Object.values(Object.getOwnPropertyDescriptors(value))
    return properties.some(property => isFoundIn(property.value))
  }
  return attempt(() => isFoundIn(cause)) ? new Error(redact(describeCause(cause))) : cause
}
