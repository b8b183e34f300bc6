/** What a function returns, or undefined if it throws: test doubles and proxies may throw anywhere. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Calls a function whose outcome does not matter, whatever it throws, returns or rejects with. */
export async function ignore(call: () => unknown): Promise<void> {
  try {
    await call()
  } catch {}
}
