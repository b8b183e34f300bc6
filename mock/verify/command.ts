import type { ProgressLine } from '../terminal/progress-line.ts'
import { dryRun } from './dry-run.ts'
import { type Flags, HELP, parseFlags } from './flags.ts'
import { createJsonReport } from './json-report.ts'
import { measurePlan, planRules } from './plan.ts'
import type { Result } from './report.ts'
import { createTextReport } from './text-report.ts'
import { Stopped, verify } from './verify.ts'

/** Where the command prints. */
export interface Output {
  print(text: string): void
  warn(text: string): void
  /** Shows which rule is being run. */
  progress?: ProgressLine | undefined
}

/** Verifies a service. Resolves to the exit code. Throws a `TypeError` for wrong options, or `Stopped`. */
export async function main(args: readonly string[], output: Output): Promise<number> {
  const flags = parseFlags(args)
  if (flags === 'help') {
    output.print(HELP)
    return 0
  }
  if (flags.dryRun) {
    for (const text of dryRun(flags.target, flags.json)) output.print(text)
    return 0
  }
  try {
    return exitCode(await run(flags, output))
  } finally {
    output.progress?.clear()
  }
}

async function run({ target, json }: Flags, { progress, ...output }: Output): Promise<Result[]> {
  const print = progress?.above(output.print) ?? output.print
  const warn = progress?.above(output.warn) ?? output.warn
  const report = json ? createJsonReport(print) : createTextReport(print)
  const results: Result[] = []
  const plan = planRules(target.firstId, target.token)
  report.begin(target.baseUrl, measurePlan(plan))
  try {
    const onWait = (status: number, seconds: number) =>
      warn(`the service returned ${status}; retrying after ${seconds} s (Retry-After)`)
    const showNext = () => {
      const next = plan[results.length]
      if (next) progress?.show(`Rule ${results.length + 1} of ${plan.length}: ${next.rule.name}`)
    }
    showNext()
    for await (const result of verify(target, plan, onWait)) {
      results.push(result)
      report.result(result)
      showNext()
    }
  } catch (error) {
    if (error instanceof Stopped) report.end(error.message)
    throw error
  }
  report.end()
  return results
}

function exitCode(results: readonly Result[]): number {
  if (results.some(({ verdict }) => verdict === 'differs')) return 1
  const isInconclusive = results.some(
    ({ verdict, specified }) => verdict === 'inconclusive' && specified,
  )
  return isInconclusive ? 3 : 0
}
