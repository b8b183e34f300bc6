/** Extends a JSON Pointer in its URI fragment form (RFC 6901, section 6), unencoded for reading. */
export const extend = (pointer: string, ...segments: readonly string[]): string =>
  [pointer, ...segments.map(name => name.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** The segments of a `$ref` into the same document; undefined for any other reference. */
export function segmentsOf(ref: string): string[] | undefined {
  if (!ref.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(ref)
      .slice(2)
      .split('/')
      .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return undefined // a malformed percent-encoding
  }
}
