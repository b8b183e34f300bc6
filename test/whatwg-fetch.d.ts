// whatwg-fetch has no types of its own.
declare module 'whatwg-fetch' {
  export const fetch: typeof globalThis.fetch
  export const Headers: typeof globalThis.Headers
  export const Request: typeof globalThis.Request
  export const Response: typeof globalThis.Response
}
