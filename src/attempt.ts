/** What a function returns, or undefined if it throws: test doubles and proxies may throw anywhere. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
