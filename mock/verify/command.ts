import { dryRun } from './dry-run.ts'
import { HELP, readFlags } from './flags.ts'
import { jsonReport } from './json-report.ts'
import { type Extent, extentOf, planned } from './plan.ts'
import { textReport } from './text-report.ts'
import { type Result, Stopped, verify } from './verify.ts'

/** How what was found is printed. */
export interface Report {
  begin(baseUrl: string, extent: Extent): void
  result(result: Result): void
  end(stopped?: string): void
}

/** Verifies a service and gives the exit code. Throws a `TypeError` for wrong options, else `Stopped`. */
export async function main(
  args: readonly string[],
  say: (text: string) => void,
  warn: (text: string) => void,
): Promise<number> {
  const flags = readFlags(args)
  if (flags === 'help') {
    say(HELP)
    return 0
  }
  const { target, json } = flags
  if (flags.dryRun) {
    for (const text of dryRun(target, json)) say(text)
    return 0
  }

  const report = json ? jsonReport(say) : textReport(say)
  const results: Result[] = []
  const plan = planned(target.firstId, target.token)
  report.begin(target.baseUrl, extentOf(plan))
  try {
    const waits = (status: number, seconds: number) =>
      warn(`the service answered ${status}, and is asked again in ${seconds} s (Retry-After)`)
    for await (const result of verify(target, plan, waits)) {
      results.push(result)
      report.result(result)
    }
  } catch (error) {
    if (error instanceof Stopped) report.end(error.message)
    throw error
  }
  report.end()
  if (results.some(({ verdict }) => verdict === 'differs')) return 1
  return results.some(({ verdict, states }) => verdict === 'unknown' && states) ? 3 : 0
}
