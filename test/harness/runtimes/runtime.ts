import type { Live } from './live.ts'
import type { Result } from './result.ts'

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
