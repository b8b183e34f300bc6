/**
 * What openapi-fetch builds for each attempt in place of a `Request`, which costs more than all the
 * rest of a call. Only middleware needs the real one.
 */
export const LightRequest = lightRequest as unknown as typeof Request

function lightRequest(url: string, init: object): object {
  return { ...init, url }
}

/** Names in lower case, so that one overrides another. */
export const plainHeaders = (headers?: HeadersInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers))
