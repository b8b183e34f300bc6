/** Thrown if the description cannot be followed. Its message has a line for each problem. */
export class Refusal extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`openapi.yaml cannot be followed:\n${problems.map(each => `  ${each}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads every item. If any are refused, throws one refusal with all their problems. */
export function readEach<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Result,
): Result[] {
  const problems = new Set<string>()
  const results: Result[] = []
  for (const item of items)
    try {
      results.push(read(item))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const problem of error.problems) problems.add(problem)
    }
  if (problems.size > 0) throw new Refusal([...problems])
  return results
}

/** Calls every reader, and returns their results under the same names. Refuses as `readEach` does. */
export function readAll<Results extends object>(
  readers: {
    [Name in keyof Results]: () => Results[Name]
  },
): Results {
  const names = Object.keys(readers) as (keyof Results)[]
  const results: Partial<Results> = {}
  readEach(names, name => {
    results[name] = readers[name]()
  })
  return results as Results // every reader has returned
}
