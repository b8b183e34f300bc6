import { createInterface } from 'node:readline/promises'
import { escapeControls } from '../terminal/printable.ts'
import type { ProgressLine } from '../terminal/progress-line.ts'
import { dryRun } from './dry-run.ts'
import { type Flags, HELP, parseFlags } from './flags.ts'
import { createReport, toJsonLines } from './report.ts'
import { countPlants, type PlannedRule, planRules } from './rules.ts'
import { type Result, run, Stopped } from './run.ts'
import { findStyle, toText } from './text-report.ts'

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
  const { target, json, yes } = flags
  if (flags.dryRun) {
    for (const text of dryRun(target, json)) output.print(text)
    return 0
  }
  const plan = planRules(target.firstId, target.token)
  announce(plan, flags, output)
  if (process.stdout.isTTY && !yes && !(await confirm()))
    throw new Stopped('Nothing was sent: answer y, or pass --yes')
  const results: Result[] = []
  let stopped: Stopped | undefined
  try {
    await collect(results, plan, flags, output)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = error
  } finally {
    output.progress?.clear()
  }
  if (results.length > 0 || json) print(results, plan, flags, output, stopped)
  if (stopped) throw stopped
  return exitCode(results)
}

/** Says what is about to be sent. */
function announce(plan: readonly PlannedRule[], { target, json }: Flags, output: Output): void {
  const { baseUrl, firstId } = target
  const requests = plan.flatMap(each => each.requests).length
  const plants = countPlants(plan)
  // An id is a string, since few JSON parsers are exact beyond 2^53.
  if (json) output.print(JSON.stringify({ baseUrl, requests, plants, firstId: `${firstId}` }))
  else
    output.print(
      `Up to ${plants} plants will be added to ${baseUrl}, by ${requests} requests, one after the other.`,
    )
}

async function confirm(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([lines.question('Go on? y/n '), closed])
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}

async function collect(
  results: Result[],
  plan: readonly PlannedRule[],
  { target }: Flags,
  { progress, warn }: Output,
): Promise<void> {
  const onWait = (status: number, seconds: number) =>
    (progress?.above(warn) ?? warn)(
      `the service returned ${status}; retrying after ${seconds} s (Retry-After)`,
    )
  const showNext = () => {
    const next = plan[results.length]
    if (next) progress?.show(`Rule ${results.length + 1} of ${plan.length}: ${next.rule.name}`)
  }
  showNext()
  for await (const result of run(target, plan, onWait)) {
    results.push(result)
    showNext()
  }
}

function print(
  results: readonly Result[],
  plan: readonly PlannedRule[],
  { target, tokenName, json, verbose }: Flags,
  output: Output,
  stopped: Stopped | undefined,
): void {
  const report = createReport(results, { ...target, tokenName })
  if (json) {
    for (const line of toJsonLines(report, stopped?.message ?? null))
      output.print(escapeControls(JSON.stringify(line)))
    return
  }
  const progress = {
    requests: results.length,
    planned: plan.length,
    isStopped: stopped !== undefined,
  }
  for (const line of toText(report, progress, findStyle(verbose))) output.print(line)
}

function exitCode(results: readonly Result[]): number {
  if (results.some(({ verdict }) => verdict === 'differs')) return 1
  return results.some(each => each.verdict === 'inconclusive' && each.isSpecified) ? 3 : 0
}
