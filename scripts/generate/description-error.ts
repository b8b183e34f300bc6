/** Thrown if the description cannot be followed. Its message has a line for each problem. */
export class DescriptionError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`openapi.yaml cannot be followed:\n${problems.map(each => `  ${each}`).join('\n')}`)
    this.problems = problems
  }
}
