/**
 * Writes a value as JSON, or returns undefined if JSON cannot express it. A bigint becomes an integer
 * literal, digit for digit. Avoids `JSON.rawJSON`, which older runtimes lack (before Node 21, Safari 18.4, Firefox 135):
 * https://web-platform-dx.github.io/web-features-explorer/features/json-raw/
 */
export function toJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${Array.from(value, item => toJson(item) ?? 'null').join()}]`
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value)
  return objectToJson(value)
}

/** Writes an object's own properties as JSON. Does not call its `toJSON`. */
export function objectToJson(object: object): string {
  const members: string[] = []
  for (const [name, value] of Object.entries(object)) {
    const json = toJson(value)
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join()}}`
}
