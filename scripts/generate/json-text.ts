/** JSON text of a value with each bigint as an integer literal. */
export function jsonText(value: unknown): string {
  return written(value, String)
}

/** The same value as JavaScript source: a bigint keeps its `n`, and `__proto__` is a name like any other. */
export function sourceText(value: unknown): string {
  return written(value, integer => `${integer}n`, true)
}

function written(value: unknown, bigint: (value: bigint) => string, isSource = false): string {
  if (typeof value === 'bigint') return bigint(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = (all: unknown[]) => all.map(part => written(part, bigint, isSource))
  if (Array.isArray(value)) return `[${parts(value).join(',')}]`
  const entries = Object.entries(value).map(([name, part]) => {
    const key = JSON.stringify(name)
    return `${isSource && name === '__proto__' ? `[${key}]` : key}:${written(part, bigint, isSource)}`
  })
  return `{${entries.join(',')}}`
}
