// Why a service refuses: in its own words, and in words that are the same for all that one cause refuses.
import { parsePlant, textFields } from './parse-plant.ts'
import {
  describeResponse,
  messageOf,
  parseJson,
  type ReceivedResponse,
  type SentRequest,
} from './response.ts'

/** No pattern reads more of a text, since a service may send megabytes. */
const MAX_READ = 2_000

/** The status with the reason, or with what came in place of one. */
export function describeRefusal(response: ReceivedResponse): string {
  const reason = reasonOf(response)
  if (reason === '') return describeResponse(response, {})
  return reason.startsWith(`${response.status} `) ? reason : `${response.status}: ${reason}`
}

/** The message of an Error, the texts in other JSON, or the title or text of a page: on one line, cut. */
export function reasonOf(response: ReceivedResponse): string {
  const { body } = response
  const text = messageOf(response) ?? textsOfJson(body) ?? textOfPage(body)
  return text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim()
}

function textsOfJson(body: string): string | undefined {
  const value = parseJson(body)
  return value === undefined ? undefined : [...new Set(textsIn(value))].join('; ')
}

/** What frameworks add to the reason: where, when, and what was sent. */
const BESIDE =
  /^(?:code|date|documentation|id|input|instance|path|stack|time\w*|trace\w*|type|ur[il]|value)$/i

function textsIn(value: unknown, name = ''): string[] {
  if (BESIDE.test(name)) return []
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(item => textsIn(item))
  return Object.entries(Object(value)).flatMap(([key, member]) => textsIn(member, key))
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

/**
 * The reason without what was sent and what a service counts or draws by lot: ids, times, lengths. Nor does it say
 * which field has the text, since a cause that is the same for two fields is one.
 */
export function causeOf(response: ReceivedResponse, request: SentRequest): string {
  let text = reasonOf(response)
  const sent = textsSent(request)
  for (const form of sent.flatMap(formsOf)) if (form.length > 2) text = text.replaceAll(form, ' ')
  const words = text
    .replace(QUOTED, quoted => (isName(quoted, sent) ? quoted : ' '))
    .replace(/\bvalues\s*\([^)]*\)/gi, ' ') // those of SQL, which some stores put before their reason
    .replace(/\\\w+|&#?\w+;/g, ' ')
    .replace(/[\w.:+%-]+/g, word => (/\d/.test(word) || word.length > MAX_WORD ? ' ' : word))
    .replace(/\w+/g, word => (isTextField(word) || CALENDAR.test(word) ? ' ' : word))
    .match(/[a-z]{2,}/gi)
  return words?.join(' ') ?? ''
}

/** The status and the cause: the same for all that one cause refuses. */
export const signatureOf = (response: ReceivedResponse, request: SentRequest): string =>
  `${response.status} ${causeOf(response, request)}`

/** A quote in a quoted text is doubled, or has a backslash before it. */
const QUOTED = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`/g

/** A longer word is a text that was sent, or a secret of the service. */
const MAX_WORD = 40
const CALENDAR =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|GMT|UTC)$/

const isTextField = (word: string) =>
  textFields.some(name => name.toLowerCase() === word.toLowerCase())

/** Whether a quoted text names a column or a field. */
const isName = (quoted: string, sent: readonly string[]) => {
  const text = quoted.slice(1, -1)
  return /^[a-z_.]+$/i.test(text) && !sent.includes(text)
}

/** The texts of a plant that was sent. */
function textsSent({ body }: SentRequest): string[] {
  const values: unknown[] = Object.values(parsePlant(body) ?? {})
  return values.filter(value => typeof value === 'string').map(text => text.slice(0, MAX_READ))
}

/** A text as it is, in JSON, in SQL and in a page, and without line breaks as in a reason. */
const formsOf = (text: string): string[] => [
  text.replace(/\s+/g, ' ').trim(),
  JSON.stringify(text).slice(1, -1),
  text.replaceAll("'", "''"),
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
]
