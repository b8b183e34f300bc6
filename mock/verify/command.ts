import { createInterface } from 'node:readline/promises'
import type { Hide } from '../contract/response.ts'
import { createRedact, isSecretHeader, redactHeader, redactUrls, tokensOf } from '../http/redact.ts'
import { escapeControls } from '../terminal/printable.ts'
import type { ProgressLine } from '../terminal/progress-line.ts'
import { dryRun } from './dry-run.ts'
import { type Flags, HELP, parseFlags } from './flags.ts'
import { AddedPlants } from './interrupt.ts'
import { findClaims } from './judge/lines.ts'
import { createQuote } from './quote.ts'
import { createReport, exitCodeOf, toJsonLines } from './report/report.ts'
import { findStyle, toText } from './report/text.ts'
import { countPlants, type Plan, type PlannedProbe, planProbes } from './requests/plan.ts'
import { type Listener, MAX_MORE, run } from './run/run.ts'
import type { Target } from './run/target.ts'

/** Where the command prints. */
export interface Output {
  print(text: string): void
  warn(text: string): void
  /** Shows which probe is being run. */
  progress?: ProgressLine | undefined
}

/**
 * Verifies a service. Resolves to the exit code. Throws a `TypeError` for wrong options, and another error if
 * the service cannot be verified to the end. With `fetch`, the service may be in the same process.
 */
export async function main(
  args: readonly string[],
  output: Output,
  fetch?: typeof globalThis.fetch,
): Promise<number> {
  const flags = parseFlags(args)
  if (flags === 'help') {
    output.print(HELP)
    return 0
  }
  const { target, json } = flags
  const plan = planProbes(target)
  announce(plan, flags, output)
  if (flags.dryRun) {
    for (const text of dryRun(plan.probes, target, json)) output.print(text)
    return 0
  }
  if (process.stdout.isTTY && !flags.yes && !(await askToGoOn()))
    throw new Error('Nothing was sent: answer y, or pass --yes')
  const quote = createQuote(toHide(target))
  const added = new AddedPlants()
  const listener = createListener(plan.probes, output, added)
  const onSignal = (_: string, number: number) => {
    output.progress?.clear()
    output.warn(added.toText(target.baseUrl))
    process.exit(128 + number) // as shells have it
  }
  for (const signal of ENDING) process.once(signal, onSignal)
  const finished = await run(target, plan, quote, findClaims, listener, fetch).finally(() => {
    output.progress?.clear()
    for (const signal of ENDING) process.off(signal, onSignal)
  })
  const { results, stopped } = finished
  const report = await createReport(finished, target, quote)
  if (json)
    for (const line of toJsonLines(report, stopped ?? null))
      output.print(escapeControls(JSON.stringify(line)))
  else if (results.length > 0)
    for (const line of toText(
      report,
      { planned: plan.probes.length, stopped },
      findStyle(flags.verbose),
    ))
      output.print(line)
  if (stopped) throw new Error(stopped)
  return exitCodeOf(report)
}

/** Says what is about to be sent. */
function announce(plan: Plan, { target, json, dryRun: isDry }: Flags, output: Output): void {
  const { baseUrl, firstId, seed, plants: texts } = target
  // With the plain plant that is sent at the end.
  const requests = plan.probes.flatMap(each => each.requests).length + 1
  const plants = countPlants(plan.probes) + 1 + MAX_MORE
  // An id is a string, since few JSON parsers are exact beyond 2^53.
  const first = { baseUrl, requests, more: MAX_MORE, plants, firstId: `${firstId}`, seed }
  if (json) output.print(JSON.stringify(first))
  else
    output.print(
      `Up to ${plants} plants ${isDry ? 'would' : 'will'} be added to ${baseUrl}: with ${requests} requests, one after the other, and up to ${MAX_MORE} more if plants are refused (--plants ${texts}: unusual texts; --seed ${seed}).`,
    )
}

async function askToGoOn(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>(resolve => lines.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([lines.question('Go on? y/n '), closed])
    return /^y(?:es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}

/** Hides the token, the values of headers that are credentials by their names, and credentials in addresses. */
function toHide({ token, headers }: Target): Hide {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value, ...tokensOf(value)] : [],
  )
  const redact = createRedact([token, ...secrets], '[token]')
  return {
    text: text => redactUrls(redact(text)),
    header: (name, value) => redact(redactHeader(name, value)),
  }
}

/** Ctrl-C, `docker stop` and a cancelled job, a terminal that is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Without a terminal, progress is told this often. */
const PROGRESS_SECONDS = 15

function createListener(
  plan: readonly PlannedProbe[],
  { progress, warn }: Output,
  added: AddedPlants,
): Listener {
  let told = Date.now()
  return {
    onProbe(index) {
      const text = `probe ${index + 1} of ${plan.length}: ${plan[index]?.probe.name}`
      if (progress) return progress.show(text.replace('p', 'P'))
      if (Date.now() - told < PROGRESS_SECONDS * 1000) return
      told = Date.now()
      warn(text)
    },
    onRequest: body => added.onRequest(body),
    onResponse: received => added.onResponse(received),
    onRepeat: () => progress?.show('Repeating what was refused'),
    onWait(status, seconds) {
      const print = progress?.above(warn) ?? warn
      print(`the service returned ${status}; retrying after ${seconds} s (Retry-After)`)
    },
  }
}
