import type { Live } from './live.ts'
import type { Result } from './result.ts'

/** What a runtime showed. */
export interface Proof {
  version: string
  results: Result[]
}

export interface Runtime {
  /** Installed from npm's registry, next to the tarball. */
  packages: string[]
  /** Whether a package must run its install script; none of them may download otherwise. */
  scripts?: boolean
  /** The files beside this one that it runs: `process.ts` as `process.mjs`, in the folder. */
  entries: string[]
  /** Why it cannot run here. */
  missing?: string | undefined
  prove(folder: string, live: Live): Promise<Proof>
}
