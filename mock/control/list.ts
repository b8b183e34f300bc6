import { errorResponse, type RequestHandler } from '../http/response.ts'
import { createTextStream } from '../http/text-stream.ts'
import { JSON_TYPE } from './route.ts'

/** Lists all items, or the last ones. */
export const list =
  <T>(getLast: (count: number) => readonly T[], write: (item: T) => string): RequestHandler =>
  ({ url }) => {
    const last = new URLSearchParams(url.split('?')[1]).get('last')
    if (last !== null && !/^[1-9]\d{0,8}$/.test(last))
      return errorResponse(400, 'The query parameter last must be a positive integer')
    const items = getLast(Number(last ?? Infinity))
    return {
      status: 200,
      headers: JSON_TYPE,
      body: createTextStream(listParts(items, write)),
    }
  }

function* listParts<T>(items: readonly T[], write: (item: T) => string): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) yield (index > 0 ? ',\n' : '') + write(item)
  yield ']'
}
