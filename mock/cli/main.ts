import { createRequire } from 'node:module'
import { type MockServer, SESSIONS, startMockServer } from '../server/start.ts'
import { OptionsError } from '../store/check-options.ts'
import { type MockRequest, writeMockRequest } from '../store/mock-request.ts'
import { describeProblems, type Flags, help, parseFlags } from './flags.ts'
import { exampleCommand, formatEnd, formatRequest } from './log.ts'

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
  if (!flags.quiet) logRequests(server, flags)
  await stopped
  await server.close()
  return 0
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
      warn: text => void process.stderr.write(`${program}: ${text}\n`),
    })
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 3, error, program, 'verify --help')
  }
}

function logRequests(server: MockServer, { json, options }: Flags): void {
  const { url, consoleUrl } = server
  const colors = process.stdout.isTTY && process.stdout.hasColors()
  if (json) print(JSON.stringify({ listening: url }))
  else {
    print(`The Plant Store mock listens on ${url}${consoleUrl ? ` (console: ${consoleUrl})` : ''}`)
    print(`Try: ${exampleCommand(url, !options.accessTokens)}`)
  }
  const format = json ? writeMockRequest : (request: MockRequest) => formatRequest(request, colors)
  server[SESSIONS].subscribe({
    started: ({ store }) => void store.on('request', request => print(format(request))),
    ended: ({ name }, toMakeRoom) => {
      if (toMakeRoom) print(json ? JSON.stringify({ sessionEnded: name }) : formatEnd(name))
    },
  })
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
  process.stderr.write(`${program}: ${text.replace(/\s*\n\s*/g, ' ')} (see ${helpFlag})\n`)
  return code
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  return `${error.message}${isTaken ? ': is another server running?' : ''}`
}
