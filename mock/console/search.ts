import type { Entry } from './feed.ts'
import { bodyText, clock, describeIgnored, describeOutcome, pathOf } from './words.ts'

/** Whether a request shows these words somewhere, in its row or in its detail. */
export const isFound = (entry: Entry, words: string): boolean =>
  searchedText(entry).includes(fold(words))

/** The texts of the requests that were searched. */
const searched = new WeakMap<Entry, string>()

function searchedText(entry: Entry): string {
  const known = searched.get(entry)
  if (known !== undefined) return known
  const { request } = entry
  const { number, method, url, status = 'none', time, response, failure } = request
  const messages = [request, ...(response ? [response] : [])].flatMap(message => [
    bodyText(message),
    bodyText(message, '  '),
    message.text,
    ...Object.entries(message.headers).flat(),
  ])
  const parts = [
    `#${number} ${status} ${method} ${pathOf(url)} ${clock(time)}`,
    describeOutcome(request),
    describeIgnored(request),
    failure && 'No plant was added.',
    ...messages,
  ]
  const text = fold(parts.join('\n'))
  searched.set(entry, text)
  return text
}

/** However a text is spaced and written. */
const fold = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
