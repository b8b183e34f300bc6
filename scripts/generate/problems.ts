/** Why a description cannot be followed: everything that was found, in the order of reading. */
export class RefusedDescription extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`openapi.yaml cannot be followed:\n${problems.map(each => `  ${each}`).join('\n')}`)
    this.problems = problems
  }
}

/** Collects what is wrong, so that a maintainer sees all of it at once. */
export class Problems {
  readonly #found = new Set<string>()
  /** How many times something was found wrong: a part that is used twice counts twice. */
  count = 0

  /** `pointer` leads to the keyword, or to the place where it is missing. */
  add(keyword: string, pointer: string, why: string): void {
    this.count++
    this.#found.add(`${keyword} at ${pointer}: ${why}`)
  }

  /** For text that is no document yet, so that there is nothing to point into. */
  addLine(message: string): void {
    this.#found.add(message)
  }

  throwIfAny(): void {
    if (this.#found.size > 0) throw new RefusedDescription([...this.#found])
  }
}
