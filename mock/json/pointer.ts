/** Writes a path as a JSON Pointer (RFC 6901). */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
