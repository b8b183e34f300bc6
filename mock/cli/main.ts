import { createRequire } from 'node:module'
import { OptionsError } from '../store/check-options.ts'
import { ProgressLine } from '../terminal/progress-line.ts'
import { toPrintable } from '../verify/printable.ts'
import { describeProblems, type Flags, help, parseFlags } from './flags.ts'
import { describeListenError } from './listen-error.ts'
import { PlantsFileError } from './plants-file.ts'
import { serve } from './serve.ts'

/** Runs the command line until the server is stopped. Resolves to the exit code. */
export async function main(args: readonly string[], program: string): Promise<number> {
  // A reader that leaves (`| head -1`) wants no more lines, but still the server.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  const [command, ...rest] = args
  if (command === 'verify') return verify(rest, program)
  if (command === 'help')
    return rest[0] === 'verify' ? verify(['--help'], program) : printHelp(program)

  let flags: Flags
  try {
    flags = parseFlags(args)
  } catch (error) {
    return fail(2, error, program)
  }
  if (flags.help) return printHelp(program)
  if (flags.version) return print(packageVersion())

  try {
    await serve(flags, text => warn(text, program))
    return 0
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 1, error, program)
  }
}

const printHelp = (program: string) => print(help(program))

/** The package finds itself by its name, wherever the build has put this file. */
function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('plant-store-client/package.json')
  return String(version)
}

/** Loaded only when it is needed, so that the mock starts no later. */
async function verify(args: readonly string[], program: string): Promise<number> {
  const { main } = await import('../verify/command.ts')
  // Where a terminal can write over a line.
  const { stderr, env } = process
  const progress = stderr.isTTY && env.TERM !== 'dumb' ? new ProgressLine(stderr) : undefined
  try {
    return await main(args, { program, print, warn: text => warn(text, program), progress })
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 3, error, program, 'verify --help')
  }
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function warn(text: string, program: string): void {
  process.stderr.write(`${program}: ${toPrintable(text)}\n`)
}

/** Prints what is wrong: in one line, with the help for wrong options. A list of problems follows it. */
function fail(code: number, error: unknown, program: string, helpFlag = '--help'): number {
  const isUsage = code === 2 && !(error instanceof PlantsFileError)
  warn(inOneLine(describeError(error)) + (isUsage ? ` (see ${helpFlag})` : ''), program)
  const problems = error instanceof PlantsFileError ? error.problems : []
  process.stderr.write(problems.map(problem => `${toPrintable(problem)}\n`).join(''))
  return code
}

const inOneLine = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ')

function describeError(error: unknown): string {
  if (error instanceof OptionsError) return describeProblems(error.problems)
  return error instanceof Error ? describeListenError(error) : String(error)
}
