import type { RequestMatch } from './match.ts'

/**
 * What a request gets in place of its normal response. A failed request adds no plant.
 *
 * - `{ status, body?, headers? }`: that response.
 * - `'network-error'`: no response, the connection is reset.
 * - `'no-answer'`: no response, the connection stays open.
 * - `'cut-short'`: the connection is closed in the middle of the body.
 * - `'malformed-json'`, `'empty-body'`, `'wrong-shape'`: the status of a success, with a body that is not
 *   JSON, is empty, or is JSON but not a Plant.
 *
 * | | socket | msw and `store.fetch` |
 * |---|---|---|
 * | `'network-error'` | connection reset | `fetch` rejects with a `TypeError` |
 * | `'no-answer'` | silence | a promise that settles only when the request is aborted |
 * | `'cut-short'` | connection closed in the body | reading the body fails |
 *
 * A worker of msw also reads the response for its log, and leaves the rejection after `'cut-short'` unhandled, unless it
 * was started with `{ quiet: true }`. A server that mounts `store.fetch` answers its rejections in its own way, usually with a 500.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockFailure } from 'plant-store-client/mock'
 *
 * const busy: MockFailure = { status: 503, headers: { 'retry-after': '1' } }
 * const store = createMockStore()
 * store.failNext(busy)
 * const { status } = await store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * console.log(status) // 503
 * ```
 */
export type MockFailure =
  | {
      /** An HTTP status, 200 to 599. */
      status: number
      /** Sent as JSON, or as it is if a string. By default an Error whose `error` is the status. */
      body?: unknown
      /** Added to the usual headers, or replacing those of the same name. At most 100, of 16,384 characters. */
      headers?: Record<string, string>
    }
  | 'network-error'
  | 'no-answer'
  | 'cut-short'
  | 'malformed-json'
  | 'empty-body'
  | 'wrong-shape'

/** A failure without a response of its own choice: how the connection or the body breaks. */
export type NamedFailure = Exclude<MockFailure, object>

export const failureNames: readonly NamedFailure[] = [
  'network-error',
  'no-answer',
  'cut-short',
  'malformed-json',
  'empty-body',
  'wrong-shape',
]

/** Which requests `failNext` fails. */
export interface MockFailureOptions {
  /**
   * The number of requests that fail; `Infinity` for all until the failures are cleared.
   * @default 1
   */
  times?: number | undefined
  /**
   * How many of the matching requests pass first.
   * @default 0
   */
  skip?: number | undefined
  /**
   * Which requests fail.
   * @default every request for the operation
   */
  match?: RequestMatch | undefined
}
