import manifest from '../package.json' with { type: 'json' }
import { type Flags, HELP, inFlags, readFlags } from './flags.ts'
import { curl, requestLine } from './lines.ts'
import { type MockServer, startMockServer } from './listen.ts'
import { writeRequest } from './write-request.ts'

/** Runs the command line until the server is stopped, and gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  // Who reads no further (`| head -1`) wants no more lines; the server is still wanted.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  if (args[0] === 'verify') return verify(args.slice(1))

  let flags: Flags
  try {
    flags = readFlags(args)
  } catch (error) {
    return fail(2, error)
  }
  if (flags.help) return say(HELP)
  if (flags.version) return say(manifest.version)

  let server: MockServer
  try {
    server = await startMockServer(flags.options)
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 1, error)
  }
  const stopped = signalled()
  if (!flags.quiet) report(server, flags)
  await stopped
  await server.close()
  return 0
}

/** Loaded only where it is asked for, so that the mock starts no later. */
async function verify(args: readonly string[]): Promise<number> {
  const { main } = await import('./verify/command.ts')
  try {
    return await main(args, say, text => void process.stderr.write(`plant-store-mock: ${text}\n`))
  } catch (error) {
    return fail(error instanceof TypeError ? 2 : 3, error, 'verify --help')
  }
}

function report({ url, consoleUrl, store }: MockServer, { json, options }: Flags): void {
  if (json) {
    say(JSON.stringify({ listening: url }))
    store.on('request', request => say(writeRequest(request)))
    return
  }
  const colours = process.stdout.isTTY && process.stdout.hasColors()
  say(`The Plant Store mock listens on ${url}${consoleUrl ? ` (console: ${consoleUrl})` : ''}`)
  say(`Try: ${curl(url, !options.accessTokens)}`)
  store.on('request', request => say(requestLine(request, colours)))
}

const signalled = () =>
  new Promise<void>(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

function say(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

/** One line: what is wrong, and where to read on. */
function fail(code: number, error: unknown, help = '--help'): number {
  const { message, code: name } = error as NodeJS.ErrnoException
  const hint = name === 'EADDRINUSE' ? ': is another server running?' : ''
  const line = inFlags(message).replace(/\s*\n\s*/g, ' ')
  process.stderr.write(`plant-store-mock: ${line}${hint} (see ${help})\n`)
  return code
}
