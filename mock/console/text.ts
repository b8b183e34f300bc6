// Texts from outside, and numbers and times, as the page shows them.
import { escapeInvisible } from '../contract/visible.ts'
import { cut } from '../json/cut.ts'
import { writeJson } from '../json/write.ts'
import { readJson } from './parts/read-json.ts'

/** A text as it is, not as direction marks, zero-width characters and odd blanks make it look. Line ends stay. */
export const visible = (text: string): string =>
  /^[\t\n\r -~]*$/.test(text)
    ? text
    : text.replace(/[^\t\n\r]+/g, escapeInvisible).replace(BLANK, toEscape)

/** Other blanks than spaces, tabs and line ends, such as no-break spaces and fillers. */
const BLANK = /[^\S\t\n\r ]|[\u115f\u1160\u2800\u3164\uffa0]/g

const toEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text with blanks at its ends in quotes, or they would not be seen. */
export const inQuotes = (text: string): string => (text === text.trim() ? text : writeJson(text))

/** A text where there is room for a line of it. */
export const lineOf = (text: string): string => visible(shorten(text, 300))

/** The same for a title, which shows more. */
export const titleOf = (text: string): string | undefined =>
  text === '' ? undefined : visible(shorten(text, 1_000))

/** Does not end in half a character. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${cut(text, length)}…` : text

/** Keeps a text from outside from turning the line around that it stands in (UAX 9, section 2.4). */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** The body of a request or response as text: JSON on one line or indented, anything else as it was sent. */
export function bodyText(
  { body, text }: { body?: unknown; text?: string },
  indent = '',
): string | undefined {
  if (body === undefined) return text
  return text === undefined ? writeJson(body, indent) : reformat(text, indent)
}

/** A body on one line, in quotes if there are only blanks in it. */
export function bodyLine(message: { body?: unknown; text?: string }): string | undefined {
  const text = bodyText(message)
  return text?.trim() === '' ? inQuotes(text) : text
}

/** Changes the white space of JSON, and nothing else: numbers, escapes and doubled names are as they were sent. */
function reformat(json: string, indent: string): string {
  if (indent === '') return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
  let depth = 0
  const line = () => `\n${indent.repeat(depth)}`
  const parts = json.match(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[^\s"[\]{},:]+|[[\]{},:]/g) ?? []
  return parts
    .map(part => {
      if (part === ',') return part + line()
      if (part === ':') return ': '
      if (part === '{' || part === '[') {
        depth++
        return part + line()
      }
      if (part !== '}' && part !== ']') return /^[[{]/.test(part) ? part.replace(/\s+/, '') : part
      depth--
      return line() + part
    })
    .join('')
}

/** The time of day. */
export const clock = (time: string | number): string => new Date(time).toTimeString().slice(0, 8)

/** Day and time, to the millisecond: `2026-11-27 15:21:18.042`. */
export function dateTime(time: string): string {
  const date = new Date(time)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toJSON().slice(0, -1).replace('T', ' ')
}

/** Milliseconds, in seconds once they are many. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds)} ms`
}

export const grouped = (number: number): string => number.toLocaleString('en')

/** `1 plant`, `2,000 plants`. */
export const count = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`

/** `1 plant, 2 tokens and 3 holds`. */
export const enumerate = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(parts)

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Valid JSON as its value, anything else as the text that it is. */
export function readBody(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
}
