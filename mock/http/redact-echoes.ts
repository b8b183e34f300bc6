// Tokens in what a service returns, which may have escaped them, or changed their case.

import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { MIN_TOKEN_CHARS, REDACTED } from './redact.ts'

/** The escapes of JSON, of URLs and of HTML: `\u002b`, `\/`, `%2b` and `&#x2b;`. */
const ESCAPES = /(?:u00|%)([2-7][\da-f])|&#x([2-7][\da-f]);/gi

/** A service may escape what it has escaped already. */
const MAX_ESCAPES_IN_ESCAPES = 5

/** Replaces a secret in a text. */
export type RedactToken = (text: string) => string

/**
 * Makes a function that replaces secrets as they are, in upper or lower case, and in every form that JSON, a
 * URL or a page gives them, also twice. It returns a text with such a form without escapes.
 */
export function createTokenRedactor(secrets: readonly string[], mark: string): RedactToken {
  const long = secrets.filter(secret => secret.length >= MIN_TOKEN_CHARS)
  if (long.length === 0) return text => text
  const [sent, plain] = [toPattern(long), toPattern(long.map(withoutEscapes))]
  return text => {
    const redacted = text.replace(sent, mark)
    const unescaped = withoutEscapes(redacted)
    const redactedToo = unescaped.replace(plain, mark)
    return redactedToo === unescaped ? redacted : redactedToo
  }
}

/** Redacts tokens in a text of a service. */
export const redactEchoes = (text: string, tokens: readonly string[]): string =>
  redactBody(text, createTokenRedactor(tokens, REDACTED))

/** Redacts a body. JSON stays JSON: each of its strings is redacted by itself. */
export function redactBody(body: string, redact: RedactToken): string {
  const redacted = redact(body)
  if (redacted === body) return body
  try {
    return writeJson(redactStrings(readJson(body), redact))
  } catch {
    return redacted // not JSON
  }
}

function redactStrings(value: unknown, redact: RedactToken): unknown {
  if (typeof value !== 'object' || value === null) {
    const text = String(value)
    const redacted = redact(text)
    return redacted === text ? value : redacted
  }
  if (Array.isArray(value)) return value.map(item => redactStrings(item, redact))
  const members = Object.entries(value).map(([name, member]) => [
    redact(name),
    redactStrings(member, redact),
  ])
  return Object.fromEntries(members)
}

const toPattern = (secrets: readonly string[]) =>
  new RegExp(
    [...secrets]
      .sort((one, other) => other.length - one.length)
      .map(secret => secret.replace(/[^\w\s]/g, '\\$&'))
      .join('|'),
    'gi',
  )

function withoutEscapes(text: string): string {
  let plain = text
  for (let depth = 0; depth < MAX_ESCAPES_IN_ESCAPES; depth++) {
    const before = plain
    plain = before
      .replaceAll('\\', '')
      .replace(ESCAPES, (_escape, hex, reference) =>
        String.fromCharCode(Number.parseInt(hex ?? reference, 16)),
      )
    if (plain === before) break
  }
  return plain
}
