/** The result of one check of a runtime. */
export interface Result {
  /** The column of the table that it counts in. */
  part: string
  /** Empty if the runtime cannot do the whole part. */
  name: string
  /** How it failed. */
  failure?: string
  /** Why the runtime cannot do it. */
  cannot?: string
}

/** A part that a runtime does not have, and why. */
export const without = (part: string, reason: string): Result => ({
  part,
  name: '',
  cannot: reason,
})

/** Runs one check. A check that the runtime `cannot` pass must fail, or the reason is out of date. */
export async function held(
  part: string,
  name: string,
  check: () => unknown,
  cannot?: string,
): Promise<Result> {
  try {
    await check()
  } catch (error) {
    const { message, stack } = Object(error) as Partial<Error>
    return { part, name, ...(cannot ? { cannot } : { failure: stack || message || String(error) }) }
  }
  return { part, name, ...(cannot && { failure: `It passes, so this no longer holds: ${cannot}` }) }
}

/** Compares by JSON, in which bigints are strings. */
export function equal(actual: unknown, wanted: unknown): void {
  const [got, expected] = [actual, wanted].map(value =>
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}` : part)),
  )
  if (got !== expected) throw new Error(`got ${got}, not ${expected}`)
}
