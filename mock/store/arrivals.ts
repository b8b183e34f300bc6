import type { SentHeaders, StoreRequest } from '../http/request.ts'
import { createRecord, type RequestRecord } from './mock-request.ts'

/** The headers of the last request to any session. */
export interface LastHeaders {
  headers: SentHeaders
}

/**
 * Numbers the requests of a run. Most clients send the same URL and headers each time: they are kept once,
 * which spares the journal most of its memory, and the garbage collector most of its work.
 */
export class Arrivals {
  readonly #last: LastHeaders
  #count = 0
  #url = ''
  #headers: SentHeaders = []

  constructor(last: LastHeaders) {
    this.#last = last
  }

  get count(): number {
    return this.#count
  }

  add(request: StoreRequest, session: string | undefined): RequestRecord {
    const { method, headerChars } = request
    if (this.#url !== request.url) this.#url = request.url
    // The headers of the last request to any session are probably still in the processor's cache, which
    // those of this session need not be.
    this.#headers = reuse(reuse(request.headers, this.#last.headers), this.#headers)
    this.#last.headers = this.#headers
    const head = { method, url: this.#url, headers: this.#headers, headerChars }
    return createRecord(head, ++this.#count, session)
  }
}

const reuse = (headers: SentHeaders, kept: SentHeaders) => headers.reuse?.(kept) ?? headers
