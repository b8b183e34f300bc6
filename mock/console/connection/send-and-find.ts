import type { JsonRequest } from '../../control/types.ts'
import { CONSOLE_HEADER } from '../../http/console-mark.ts'
import type { Entry } from '../list/entries.ts'
import { list, log } from '../list/list.ts'
import { type Draft, sendToService } from './api.ts'

/** By the ids of the requests that this page has repeated: which token they had, in place of one that is not stored. */
const tokens = new Map<string, string | undefined>()

/** What a request repeats, as its mark says. Only of this page's own can it be told that it is so. */
export function repeatedBy({
  headers,
}: JsonRequest): { key: string; isOwn: boolean; token?: string | undefined } | undefined {
  const [, id = '', key] = /^(\w+) repeats (\S+:\d+)$/.exec(headers[CONSOLE_HEADER] ?? '') ?? []
  return key === undefined ? undefined : { key, isOwn: tokens.has(id), token: tokens.get(id) }
}

/** Sends a request from this page. Resolves to it once it is listed, and rejects if it is not. */
export function sendAndFind(
  draft: Draft,
  token: string,
  repeats?: { readonly key: string; readonly token: string | undefined },
): Promise<Entry> {
  // Without randomUUID(), which only secure pages have.
  const id = [...crypto.getRandomValues(new Uint32Array(4))].map(part => part.toString(36)).join('')
  const mark = repeats ? `${id} repeats ${repeats.key}` : id
  if (repeats) tokens.set(id, repeats.token)
  const isMade = ({ request }: Entry) => request.headers[CONSOLE_HEADER] === mark
  return new Promise((resolve, reject) => {
    const unsubscribe = list.subscribe(() => {
      const made = log.findLast(isMade)
      if (!made) return
      unsubscribe()
      resolve(made)
    })
    const giveUp = (what: string) =>
      setTimeout(() => {
        unsubscribe()
        reject(
          new Error(
            `The request ${what}, and this mock does not list it. A proxy may lead its path elsewhere.`,
          ),
        )
      }, LISTED_AFTER_MS)
    sendToService({ ...draft, headers: { ...draft.headers, [CONSOLE_HEADER]: mark } }, token).then(
      status => giveUp(`was answered with ${status}`),
      (error: Error) => giveUp(`got no response (${error.message})`),
    )
  })
}

/** A request is listed soon after its response, if at all. */
const LISTED_AFTER_MS = 2_000
