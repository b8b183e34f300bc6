/**
 * What openapi-fetch builds for each attempt in place of a `Request`, which costs about as much as
 * the rest of a call. Only middleware needs the real one.
 */
export function LightRequest(url: string): { url: string } {
  return { url }
}
