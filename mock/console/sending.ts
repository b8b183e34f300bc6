import { type Draft, pathInSession, sendToService } from './api.ts'
import { type Entry, feed, isRequest } from './feed.ts'

/** Sends a request from this page. Resolves to it once it is listed, and rejects if it went elsewhere. */
export function sendAndFind(sent: Draft, token: string): Promise<Entry> {
  // Another one like it may be listed already.
  const before = new Set(feed.value.lines.map(({ key }) => key))
  const isMade = (entry: Entry) => !before.has(entry.key) && isLike(entry, sent)
  return new Promise((resolve, reject) => {
    const unsubscribe = feed.subscribe(() => {
      const made = feed.value.lines.filter(isRequest).find(isMade)
      if (!made) return
      unsubscribe()
      resolve(made)
    })
    const giveUp = (what: string) =>
      setTimeout(() => {
        unsubscribe()
        reject(
          new Error(
            `The request ${what}, and did not reach this mock. A proxy may lead its path elsewhere.`,
          ),
        )
      }, LISTED_AFTER_MS)
    sendToService(sent, token).then(
      status => giveUp(`was answered with ${status}`),
      (error: Error) => giveUp(`got no response (${error.message})`),
    )
  })
}

const isLike = ({ request }: Entry, { method, path, body }: Draft) =>
  request.method === method &&
  pathInSession(request.url) === path &&
  (request.omitted !== undefined || (request.text ?? '') === body)

/** A request is listed soon after its response, if at all. */
const LISTED_AFTER_MS = 2_000
