import { createRequire } from 'node:module'
import { type MockServer, startMockServer } from '../server/start.ts'
import { OptionsError } from '../store/check-options.ts'
import type { RequestRecord } from '../store/mock-request.ts'
import { INTERNALS } from '../store/store.ts'
import { toPrintable, toPrintableJson } from '../verify/printable.ts'
import { describeExposure } from './exposure.ts'
import { describeProblems, type Flags, help, parseFlags } from './flags.ts'
import { createJsonFormat } from './json-log.ts'
import { LineWriter } from './line-writer.ts'
import { createLineFormat, exampleCommand } from './log.ts'

/** Runs the command line until the server is stopped. Resolves to the exit code. */
export async function main(args: readonly string[], program: string): Promise<number> {
  // A reader that leaves (`| head -1`) wants no more lines, but still the server.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  if (args[0] === 'verify') return verify(args.slice(1), program)

  let flags: Flags
  try {
    flags = parseFlags(args)
  } catch (error) {
    return fail(2, error, program)
  }
  if (flags.help) return print(help(program))
  if (flags.version) return print(packageVersion())

  let server: MockServer
  try {
    server = await startMockServer(flags.options)
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 1, error, program)
  }
  const stopped = untilStopped()
  const output = createOutput(flags)
  if (!flags.quiet) logRequests(server, flags, output)
  await stopped
  await server.close()
  if (!(await output.end())) process.exit(0) // nobody reads the rest, which would keep it alive
  return 0
}

function createOutput({ json }: Flags): LineWriter {
  const output = new LineWriter(process.stdout, omitted =>
    json
      ? JSON.stringify({ omitted })
      : `(${omitted} lines were left out, because nobody read the output)`,
  )
  process.once('exit', () => output.flush())
  return output
}

/** The package finds itself by its name, wherever the build has put this file. */
function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('plant-store-client/package.json')
  return String(version)
}

/** Loaded only when it is needed, so that the mock starts no later. */
async function verify(args: readonly string[], program: string): Promise<number> {
  const { main } = await import('../verify/command.ts')
  try {
    return await main(args, {
      program,
      print,
      warn: text => void process.stderr.write(`${program}: ${toPrintable(text)}\n`),
    })
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 3, error, program, 'verify --help')
  }
}

function logRequests(
  { url, consoleUrl, store }: MockServer,
  { json, options }: Flags,
  output: LineWriter,
): void {
  const exposure = describeExposure(options)
  if (json) output.write(toPrintableJson(JSON.stringify({ listening: url, warning: exposure })))
  else {
    const console = consoleUrl ? ` (console: ${consoleUrl})` : ''
    output.write(`The Plant Store mock listens on ${url}${console}`)
    if (exposure) output.write(toPrintable(exposure))
    output.write(`Try: ${exampleCommand(url, !options.accessTokens)}`)
  }
  const colors = process.stdout.isTTY && process.stdout.hasColors()
  const format = json ? createJsonFormat() : createLineFormat(colors)
  store[INTERNALS].events.on('record', record => output.write(formatSafely(format, record)))
}

/** A line longer than the longest string must not end the server. */
function formatSafely(format: (record: RequestRecord) => string, record: RequestRecord): string {
  try {
    return format(record)
  } catch (error) {
    return JSON.stringify({ number: record.number, cannotBeShown: messageOf(error) })
  }
}

const untilStopped = () =>
  new Promise<void>(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Prints one line: what is wrong, and where to read more. */
function fail(code: number, error: unknown, program: string, helpFlag = '--help'): number {
  const text = error instanceof OptionsError ? describeProblems(error.problems) : messageOf(error)
  process.stderr.write(`${program}: ${toPrintable(inOneLine(text))} (see ${helpFlag})\n`)
  return code
}

const inOneLine = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ')

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  return `${error.message}${isTaken ? ': is another server running?' : ''}`
}
