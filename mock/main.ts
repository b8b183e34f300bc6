import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import type { MockRequest } from './journal.ts'
import { type MockServer, type MockServerOptions, startMockServer } from './listen.ts'

const HELP = `Usage: plant-store-mock [options]

Serves a mock of the Plant Store service until it is stopped.

  --port <number>  port to listen on, 0 for any that is free (default 4010)
  --host <name>    address or name to listen on (default 127.0.0.1)
  --token <token>  access token that is let in; may be repeated (default: any)
  --quiet          print nothing but errors
  --version        print the version
  --help           print this help

Exit codes: 0 stopped or helped, 1 cannot listen, 2 wrong options.`

/** Runs the command line until the server is stopped, and gives the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  let flags: ReturnType<typeof parse>
  try {
    flags = parse(args)
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
  if (!flags.quiet) {
    say(`The Plant Store mock listens on ${server.url}`)
    server.store.on('request', request => say(line(request)))
  }
  await signalled()
  await server.close()
  return 0
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      token: { type: 'string', multiple: true },
      quiet: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { port, host, token, ...rest } = values
  const options: MockServerOptions = { host, accessTokens: token }
  if (port !== undefined) options.port = /^\d+$/.test(port) ? Number(port) : Number.NaN
  return { ...rest, options }
}

const line = ({ method, url, status, reason }: MockRequest) =>
  `${method} ${new URL(url).pathname} ${status}${reason ? `  ${reason}` : ''}`

const signalled = () =>
  new Promise<void>(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

function say(text: string): 0 {
  console.log(text)
  return 0
}

/** One line: what is wrong, and where to read on. */
function fail(code: number, error: unknown): number {
  const { message, code: name } = error as NodeJS.ErrnoException
  const what = name === 'EADDRINUSE' ? `${message}: is another server running?` : message
  console.error(`plant-store-mock: ${what.split('\n')[0]} (see --help)`)
  return code
}
