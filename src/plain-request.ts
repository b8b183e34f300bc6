/**
 * Replaces `Request` if there is no middleware, and holds just the two arguments of `fetch`. Some realms
 * have no `Request`, and Node's refuses jsdom's signals (https://github.com/jsdom/jsdom/issues/3874).
 */
export class PlainRequest {
  readonly url: string
  readonly init: RequestInit

  constructor(url: string, init: RequestInit & { headers: Headers }) {
    this.url = url
    this.init = { ...init, headers: Object.fromEntries(init.headers) }
  }
}
