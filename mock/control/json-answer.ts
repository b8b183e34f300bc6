import type { Answer } from '../http/answer.ts'
import { writeJson } from '../json/write.ts'

const SUCCESS = { status: 200, headers: { 'content-type': 'application/json' } }

export const jsonAnswer = (value: unknown): Answer => ({ ...SUCCESS, body: writeJson(value) })

/** What JSON has before the items of a list, and after them. */
export type Around = readonly [before: string, after: string]

/** Answers with a list in JSON. A long one is written in parts, between which others are answered. */
export function listAnswer<Item>(
  items: readonly Item[],
  toJson: (item: Item) => unknown,
  around: Around = ['[', ']'],
): Answer {
  const parts = partsOf(items, toJson, around)
  const [first, second] = [parts.next(), parts.next()]
  if (second.done) return { ...SUCCESS, body: String(first.value) }
  return { ...SUCCESS, body: toStream(String(first.value) + second.value, parts) }
}

/** Characters of a part. */
const PART_CHARS = 2 ** 18

function* partsOf<Item>(
  items: readonly Item[],
  toJson: (item: Item) => unknown,
  [before, after]: Around,
): Generator<string, undefined> {
  let part = before
  for (const [index, item] of items.entries()) {
    part += (index > 0 ? ',' : '') + writeJson(toJson(item))
    if (part.length < PART_CHARS) continue
    yield part
    part = ''
  }
  yield part + after
}

function toStream(start: string, parts: Iterator<string>): ReadableStream<Uint8Array> {
  let next: string | undefined = start
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === undefined) return controller.close()
      controller.enqueue(UTF8.encode(next))
      await new Promise(resolve => setTimeout(resolve, 0)) // others are answered
      next = parts.next().value
    },
  })
}

const UTF8 = new TextEncoder()
