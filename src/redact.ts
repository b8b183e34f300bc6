import { describeCause } from './cause.ts'
import { cut } from './cut.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Shorter tokens are not redacted: replacing them would garble ordinary words. */
const MIN_LENGTH = 8

/** So many characters of a token are searched for. The engine refuses patterns of thousands of characters. */
const START_LENGTH = 16

/** Of a longer text, only so many characters are searched and shown, so that it holds nothing up and floods no log. */
const MAX_CHARS = 100_000

/** A text that is cut may end in such a start, each of its characters written as in `&amp;amp;amp;#12345678;`. */
const MAX_START_CHARS = START_LENGTH * 23

/** Cause chains may be circular or endless. Those of runtimes have up to three exceptions. */
const MAX_DEPTH = 5

/** Replaces the access tokens of a call in a text. */
export type Redact = (text: string) => string

/**
 * Replaces tokens as they were sent and with their marks escaped, the longest first, because a short one may be the
 * beginning of a longer one. Everything around them stays as it is. The time grows in line with the text: nothing in a
 * pattern matches without limit but its end, which never fails.
 */
export function redactAll(text: string, tokens: ReadonlySet<string>): string {
  const redacted = [...tokens]
    .sort((one, other) => other.length - one.length)
    .flatMap(toPattern)
    .reduce(
      (rest, pattern) => rest.replace(new RegExp(pattern, 'g'), '[access token]'),
      text.slice(0, MAX_CHARS),
    )
  return text.length > MAX_CHARS ? cut(redacted, -MAX_START_CHARS) : redacted
}

/** Returns the pattern of a token: its start, and then as many of its characters as the rest has, if they are there. */
function toPattern(token: string): string[] {
  const units = token.match(/\\*[^\\]/g) ?? []
  if (units.join('').length < MIN_LENGTH) return []
  const start = units
    .slice(0, START_LENGTH)
    .map(unit => (/^[a-z\d]$/i.test(unit) ? unit : toForms([unit]))) // only these are never escaped
  return [`${start.join('')}${toForms(units)}{0,${units.length - start.length}}`]
}

/**
 * Returns what programs write in place of any of these characters: `%2B` and `%252B` in a URL, `\u002b` in JSON, `\x2b`
 * in JavaScript, `&#43;`, `&plus;` and `&amp;#43;` in HTML. JSON may have put backslashes before each, and a token has
 * its own. All that are there are taken, so that a text is read in one way only, and the time stays linear.
 */
function toForms(units: readonly string[]): string {
  const chars = units.map(unit => `\\x${unit.charCodeAt(unit.length - 1).toString(16)}`)
  const hex = '[\\da-fA-F]{2}'
  const [url, html, script] = ['%(?:25){0,3}', '&(?:amp;){0,3}', '\\\\(?:u00|x)']
  const backslash = `(?:${url}5[cC]|${html}(?:#0?92|#x5[cC]|bsol);|${script}5[cC]|\\\\(?!(?:u00|x)${hex}))`
  const one = `${url}${hex}|${html}#?\\w{2,8};|${script}${hex}|[${[...new Set(chars)].join('')}]`
  return `(?:${backslash}{0,15}(?!${backslash})(?:${one}))`
}

/**
 * Copies what `fetch` threw, with its name, message, code, stack and cause, redacted. The exception itself may hold the
 * request, and so the token, anywhere.
 */
export function redactCause(thrown: unknown, redact: Redact, depth = 1): Error {
  const words = describeCause(thrown)
  const copy = () => {
    const { name, message = words, code, stack, cause } = Object(thrown)
    const inner = cause && depth < MAX_DEPTH ? { cause: redactCause(cause, redact, depth + 1) } : {}
    const json = JSON.stringify({ name, message, code, stack })
    const fields = Object.getOwnPropertyDescriptors(JSON.parse(redact(json)))
    // Defined, because an assignment fails if the prototype is frozen.
    return Object.defineProperties(new Error('', inner), fields)
  }
  return unlessItThrows(copy) ?? new Error(redact(words))
}
