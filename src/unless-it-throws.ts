/** Returns a function's result, or undefined if it throws. Test doubles and proxies may throw anywhere. */
export function unlessItThrows<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
