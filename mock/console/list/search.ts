import { withoutSenderHeaders } from '../../http/curl.ts'
import { bodyLine, clock, visible } from '../text.ts'
import { bodyInRow, describeOutcome, noteOf, pathOf, statusOf } from '../words.ts'
import type { Entry } from './entries.ts'

/** Whether a request shows each of these words somewhere, in its row or in its detail. */
export function isFound(entry: Entry, words: string): boolean {
  const text = searchedText(entry)
  return fold(words)
    .split(' ')
    .every(word => text.includes(word))
}

/** The texts of the requests that were searched. */
const searched = new WeakMap<Entry, string>()

function searchedText(entry: Entry): string {
  const known = searched.get(entry)
  if (known !== undefined) return known
  const { request } = entry
  const { number, method, url, time, response, failure } = request
  const messages = [request, ...(response ? [response] : [])].flatMap(message => {
    const text = message === request ? bodyInRow(request) : bodyLine(message)
    // Every request has nearly the same names, and most values are set by its sender.
    const values = Object.values(withoutSenderHeaders(message.headers))
    return [text, text === message.text ? '' : message.text, ...values]
  })
  const parts = [
    `#${number} ${statusOf(request)} ${method} ${pathOf(url)} ${clock(time)}`,
    noteOf(request, entry.again),
    describeOutcome(request),
    failure && 'No plant was added.',
    ...messages,
  ]
  const text = fold(parts.join('\n'))
  searched.set(entry, text)
  return text
}

/** However a text is spaced and written. */
const fold = (text: string) =>
  visible(text)
    .replace(/\s\s+|[^\S ]/g, ' ')
    .toLowerCase()
