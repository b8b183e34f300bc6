import { withoutSenderHeaders } from '../http/curl.ts'
import type { Entry } from './feed.ts'
import { bodyText, clock, describeOutcome, labelOf, noteOf, pathOf } from './words.ts'

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
  const { number, method, url, status = 'none', inFlight, time, response, failure } = request
  const shown = inFlight ? labelOf(inFlight) : status
  const messages = [request, ...(response ? [response] : [])].flatMap(message => [
    bodyText(message),
    bodyText(message, '  '),
    message.text,
    // Every request has nearly the same names, and most values are set by its sender.
    ...Object.values(withoutSenderHeaders(message.headers)),
  ])
  const parts = [
    `#${number} ${shown} ${method} ${pathOf(url)} ${clock(time)}`,
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
const fold = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
