import type { Live } from './services.ts'

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

/** The results of a runtime. */
export interface Proof {
  version: string
  results: Result[]
}

export interface Runtime {
  /** Installed from npm's registry, next to the tarball. */
  packages: string[]
  /** Whether npm runs the install scripts of the packages. */
  scripts?: boolean
  /** The files in this folder that it runs: `process.ts` as `process.mjs`, in the folder. */
  entries: string[]
  /** Why it cannot run on this machine. */
  missing?: string | undefined
  prove(folder: string, live: Live): Promise<Proof>
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
