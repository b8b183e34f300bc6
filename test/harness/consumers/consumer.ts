/** A project that uses the package. */
export interface Consumer {
  name: string
  /** What it proves. */
  proves: string
  /** The folder of its folders, if it is not test/fixtures/projects. */
  home?: string
  /** The folders that it is made of, laid over one another. */
  folders: string[]
  /** What it tests, as the table of docs/compatibility.md has it. */
  uses: Use[]
  /** Why it cannot run on this machine. */
  missing?: string | undefined
  /** `npm test` runs once for each, in the same project: for several versions of its tools. */
  runs?: Run[]
  /** Whether `npm test` must print nothing. A bundler prints only warnings. */
  quiet?: boolean
  /** Checks what `npm test` cannot. Resolves to the reason if it is skipped; throws if it fails. */
  check?: (folder: string) => Promise<string | undefined>
}

/** A framework or a tool that the package was tested with. */
export interface Use {
  name: string
  /** Whose versions are told: packages of the project. */
  packages: string[]
  /** What it needs besides the package, in Markdown; without it, nothing. */
  needs?: string
}

/** One run of a project's tests. */
export interface Run {
  /** What is installed in another version than package.json says, or besides it. */
  also?: string[]
  /** The version of Node, if not the one of the run. */
  node?: number
}

/** The outcome of a run. */
export interface Outcome {
  /** The consumer's name, and the versions of this run. */
  label: string
  tools: string
  /** What was not checked, and why. */
  skipped?: string | undefined
  /** The output of the tools, if the run failed. */
  failure?: string | undefined
  seconds: number
}
