import { pathInSession } from './api.ts'
import { type Entry, feed, isRequest } from './feed.ts'

/** A request that this page is about to send. */
interface Sent {
  readonly method: string
  /** The path, without the session. */
  readonly path: string
  readonly body: string
}

/**
 * Call this before a request is sent, since another like it may be listed already. The function that it returns
 * resolves to the request once it is listed, or to undefined a while after its response: it went elsewhere.
 */
export function watchFor(sent: Sent): (response: Promise<unknown>) => Promise<Entry | undefined> {
  const before = new Set(feed.value.lines.map(({ key }) => key))
  const find = () =>
    feed.value.lines.filter(isRequest).find(entry => !before.has(entry.key) && isLike(entry, sent))
  return response =>
    new Promise(resolve => {
      const look = (isOver: boolean) => {
        const entry = find()
        if (!entry && !isOver) return
        unsubscribe()
        resolve(entry)
      }
      const unsubscribe = feed.subscribe(() => look(false))
      const giveUp = () => setTimeout(() => look(true), LISTED_AFTER_MS)
      response.then(giveUp, giveUp)
      look(false)
    })
}

const isLike = ({ request }: Entry, { method, path, body }: Sent) =>
  request.method === method &&
  pathInSession(request.url) === path &&
  (request.omitted !== undefined || (request.text ?? '') === body)

/** A request is listed soon after its response, if at all. */
const LISTED_AFTER_MS = 2_000
