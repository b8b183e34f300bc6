/** What a function returns, or undefined if it throws: test doubles and proxies may throw anywhere. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    const value = read()
    ignoreRejection(value)
    return value
  } catch {
    return undefined
  }
}

/** Nobody waits for a promise where none was expected, such as that of an async test double. */
export function ignoreRejection(value: unknown): void {
  try {
    if (value instanceof Promise) value.catch(() => {})
  } catch {} // a revoked proxy
}
