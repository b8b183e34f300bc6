import type { SentHeaders, StoreRequest } from '../http/request.ts'
import { createRecord, type RequestRecord } from './mock-request.ts'

/**
 * Numbers the requests of a run. Most clients send the same URL and headers each time: they are kept once,
 * which spares the journal most of its memory, and the garbage collector most of its work.
 */
export class Arrivals {
  #count = 0
  #url = ''
  #headers: SentHeaders = []

  get count(): number {
    return this.#count
  }

  add(request: StoreRequest, session: string | undefined): RequestRecord {
    const { method, headerChars } = request
    if (this.#url !== request.url) this.#url = request.url
    this.#headers = request.headers.reuse?.(this.#headers) ?? request.headers
    const head = { method, url: this.#url, headers: this.#headers, headerChars }
    return createRecord(head, ++this.#count, session)
  }
}
