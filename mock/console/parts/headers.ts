/** Reads one header a line. Throws what is wrong. */
export function readHeaders(text: string): Record<string, string> {
  const headers = new Headers()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? []
    // The headers of a failure have each name once, and cookies cannot be joined.
    if (/^set-cookie$/i.test(name) && headers.has(name))
      throw new Error('Enter at most one Set-Cookie.')
    try {
      headers.append(name, value)
    } catch {
      throw new Error(`This is not a header: ${line}`)
    }
  }
  return Object.fromEntries(headers)
}

/** The same headers as text. */
export const writeHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(header => header.join(': '))
    .join('\n')
