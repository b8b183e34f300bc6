/** What a function returns, or undefined if it throws: test doubles and proxies may throw anywhere. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Calls a function whose outcome does not matter, whatever it throws, returns or rejects with. */
export function ignore(call: () => unknown): void {
  const outcome = attempt(call)
  if (outcome) new Promise(resolve => resolve(outcome)).catch(() => {})
}
