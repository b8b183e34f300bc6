import { dryRun } from './dry-run.ts'
import { help, parseFlags } from './flags.ts'
import { createJsonReport } from './json-report.ts'
import { measurePlan, planRules } from './plan.ts'
import type { Result } from './report.ts'
import { createTextReport } from './text-report.ts'
import { Stopped, verify } from './verify.ts'

/** What the command prints with, and the name of the program. */
export interface Output {
  program: string
  print(text: string): void
  warn(text: string): void
}

/** Verifies a service. Resolves to the exit code. Throws a `TypeError` for wrong options, or `Stopped`. */
export async function main(
  args: readonly string[],
  { program, print, warn }: Output,
): Promise<number> {
  const flags = parseFlags(args)
  if (flags === 'help') {
    print(help(program))
    return 0
  }
  const { target, json } = flags
  if (flags.dryRun) {
    for (const text of dryRun(target, json)) print(text)
    return 0
  }

  const report = json ? createJsonReport(print) : createTextReport(print)
  const results: Result[] = []
  const plan = planRules(target.firstId, target.token)
  report.begin(target.baseUrl, measurePlan(plan))
  try {
    const onWait = (status: number, seconds: number) =>
      warn(`the service returned ${status}; retrying after ${seconds} s (Retry-After)`)
    for await (const result of verify(target, plan, onWait)) {
      results.push(result)
      report.result(result)
    }
  } catch (error) {
    if (error instanceof Stopped) report.end(error.message)
    throw error
  }
  report.end()
  return exitCode(results)
}

function exitCode(results: readonly Result[]): number {
  if (results.some(({ verdict }) => verdict === 'differs')) return 1
  const isInconclusive = results.some(
    ({ verdict, specified }) => verdict === 'inconclusive' && specified,
  )
  return isInconclusive ? 3 : 0
}
