/** Writes a JSON value as JavaScript source; a bigint keeps its `n`. */
export function sourceText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`
  const members = Object.entries(value).map(([name, part]) => `${key(name)}: ${sourceText(part)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

/** Writes the name of a property, quoted if needed. */
export const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name))

/** Writes a string literal with single quotes. */
const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
