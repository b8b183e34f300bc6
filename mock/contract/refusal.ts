// Why a service refuses, in its own words.
import { MAX_DEPTH } from '../json/depth.ts'
import { cameOf, describeCame, type Hide, messageOf, type ReadResponse } from './response.ts'

/** No pattern reads more of a text, since a service may send megabytes. */
const MAX_READ = 2_000

/** The status with the reason, or with what came in place of one. */
export function describeRefusal(response: ReadResponse, hide: Hide): string {
  const reason = reasonOf(response, hide)
  if (reason === '') return describeCame(cameOf(response, {}), hide)
  return reason.startsWith(`${response.status} `) ? reason : `${response.status}: ${reason}`
}

/** The message of an Error, the texts in other JSON, or the title or text of a page: on one line, cut. */
function reasonOf(response: ReadResponse, hide: Hide): string {
  const text =
    messageOf(response) ?? textsOfJson(response.json) ?? textOfPage(hide.text(response.body))
  return hide.text(text).slice(0, MAX_READ).replace(/\s+/g, ' ').trim()
}

const textsOfJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : [...new Set(textsIn(value))].join('; ')

/** What frameworks add to the reason: where, when, and what was sent. */
const BESIDE =
  /^(?:code|date|documentation|id|input|instance|path|stack|time\w*|trace\w*|type|ur[il]|value)$/i

function textsIn(value: unknown, name = '', depth = 0): string[] {
  if (BESIDE.test(name) || depth > MAX_DEPTH) return []
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(item => textsIn(item, '', depth + 1))
  return Object.entries(Object(value)).flatMap(([key, member]) => textsIn(member, key, depth + 1))
}

/** A page has little more than a status in its title, or the text of an exception with its stack. */
function textOfPage(body: string): string {
  const start = body.slice(0, MAX_READ)
  const [whole = '', title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
  if (title.trim() !== '' && !/^\s*error\s*$/i.test(title)) return title
  return start
    .replace(whole, '')
    .replace(/<style[^<]*<\/style>|<[^>]*>/gi, ' ')
    .replace(/(?:(?:&nbsp;\s?)+|\n\s{1,9})at .*/s, '')
    .replace(/&(#39|quot|lt|gt|amp);/g, (_, name: string) => REFERENCES[name] ?? '')
}

const REFERENCES: Readonly<Record<string, string>> = {
  '#39': "'",
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
}
