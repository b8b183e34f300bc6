import { createRequire } from 'node:module'
import { toPrintable } from '../terminal/printable.ts'
import { ProgressLine } from '../terminal/progress-line.ts'
import { suggest } from '../terminal/suggest.ts'
import { guessOption, parseFlags } from './flags.ts'
import { help, mockHelp } from './help.ts'
import { PlantsFileError } from './plants-file.ts'
import { serve } from './serve.ts'

const PROGRAM = 'plant-store-client'

/** Runs the program of that name. Resolves to the exit code. */
export function main(program: string, args: readonly string[]): Promise<number> {
  // If a reader leaves (`| head -1`), the server goes on without it.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  return program === PROGRAM ? runCommand(args) : mock(args, program)
}

async function runCommand(args: readonly string[]): Promise<number> {
  const [command = 'help', topic] = args
  switch (command) {
    case 'mock':
      return mock(args.slice(1), `${PROGRAM} mock`)
    case 'verify':
      return verify(args.slice(1), `${PROGRAM} verify`)
    case 'help':
      return topic === undefined ? print(help) : runCommand([topic, '--help'])
    case '-h':
    case '--help':
      return print(help)
    case '-v':
    case '--version':
      return print(packageVersion())
    default:
      return fail(new TypeError(describeMistake(args)), PROGRAM, 2)
  }
}

/** Serves the mock until it is stopped; `program` is the command as it was typed. */
async function mock(args: readonly string[], program: string): Promise<number> {
  if (args[0] === 'help') return print(mockHelp(program))
  if (args[0] === 'verify') return fail(new Error(`verify is a command of ${PROGRAM}`), program, 2)
  try {
    const flags = parseFlags(args)
    if (flags.help) return print(mockHelp(program))
    if (flags.version) return print(packageVersion())
    await serve(flags, text => warn(text, program))
    return 0
  } catch (error) {
    return fail(error, program, 1)
  }
}

/** Loads `verify` only when needed, so that it does not delay the mock. */
async function verify(args: readonly string[], program: string): Promise<number> {
  const { main } = await import('../verify/command.ts')
  // Only on a terminal that can overwrite a line.
  const { stderr, env } = process
  const progress = stderr.isTTY && env.TERM !== 'dumb' ? new ProgressLine(stderr) : undefined
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') warn(`The output is not complete: ${message}`, program)
  })
  try {
    return await main(args, { print, warn: text => warn(text, program), progress })
  } catch (error) {
    return fail(error, program, 3)
  }
}

const COMMANDS = ['mock', 'verify', 'help']

/** Says which command was probably meant. */
function describeMistake(args: readonly string[]): string {
  const [word = ''] = args
  if (word.startsWith('-')) return `Name the command first: ${putCommandFirst(args)}`
  const shown = word.slice(0, MAX_CHARS)
  const option = guessOption(shown)
  const meant =
    (/^https?:\/\//i.test(word) && `${PROGRAM} verify ${shown}`) ||
    (option && `${PROGRAM} mock ${option}`) ||
    suggest(word, COMMANDS)
  return `There is no command '${shown}'${meant ? `: did you mean ${meant}?` : ''}`
}

const MAX_CHARS = 100

/** Puts the command before its arguments. A value may be a token, so only short numbers are repeated. */
function putCommandFirst(args: readonly string[]): string {
  const command = args.find(argument => COMMANDS.includes(argument)) ?? 'mock'
  const words = args.filter(argument => argument !== command).map(withoutValue)
  return [PROGRAM, command, ...words].join(' ')
}

function withoutValue(argument: string): string {
  if (argument.startsWith('-')) return argument.replace(/=.*/s, '=...').slice(0, MAX_CHARS)
  return /^\d{1,5}$/.test(argument) ? argument : '...'
}

/** Finds the package by its own name, wherever the build has put this file. */
function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('plant-store-client/package.json')
  return String(version)
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function warn(text: string, program: string): void {
  process.stderr.write(`${program}: ${toPrintable(text)}\n`)
}

/** Prints an error in one line, or a line for each problem of a plants file. Returns the exit code. */
function fail(error: unknown, program: string, code: number): number {
  const { message } = error as Error
  if (error instanceof PlantsFileError) {
    const [first = '', ...others] = message.split('\n')
    warn(first, program)
    process.stderr.write(others.map(line => `${toPrintable(line)}\n`).join(''))
    return 2
  }
  const isUsage = error instanceof TypeError
  const line = message.replace(/\s*\n\s*/g, ' ')
  warn(isUsage ? `${line} (see ${program} --help)` : line, program)
  return isUsage ? 2 : code
}
