import { once } from 'node:events'
import type { Sessions } from '../app/sessions.ts'
import type { MockServerOptions } from '../server/options.ts'
import { type StartedServer, startServer } from '../server/start.ts'
import { isOptionsError } from '../store/check-options.ts'
import { createPaint, hasColors } from '../terminal/colors.ts'
import { describeProblems, type Flags } from './flags.ts'
import { createKeys } from './keys.ts'
import { LineWriter } from './line-writer.ts'
import { createTextFormat, jsonFormat, type LogFormat } from './log.ts'
import { openBrowser } from './open-browser.ts'
import { TerminalLines } from './terminal-lines.ts'

/** Serves the mock until it is stopped. Rejects if it cannot start. */
export async function serve(flags: Flags, warn: (text: string) => void): Promise<void> {
  const started = await start(flags.options)
  const format = flags.json ? jsonFormat : createTextFormat(createPaint(hasColors(process.stdout)))
  const output = new LineWriter(process.stdout, {
    omitted: format.omitted,
    failing: reason => warn(`The log cannot be written, and goes on when it can: ${reason}`),
  })
  process.once('exit', () => output.flush())
  try {
    await untilStopped(started, { flags, format, output, warn })
  } finally {
    await started.server.close()
  }
  if (!(await output.end())) process.exit(0) // unread output would keep the process alive
}

interface Desk {
  flags: Flags
  format: LogFormat
  output: LineWriter
  warn(text: string): void
}

/** Says that the server listens, logs, and does what is typed, until a signal or a key stops the command. */
async function untilStopped(
  started: StartedServer,
  { flags, format, output, warn }: Desk,
): Promise<void> {
  const { server, sessions } = started
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  const quit = () => stopping.abort()
  process.once('SIGINT', quit).once('SIGTERM', quit)

  output.write(format.started(started, flags))
  if (!flags.quiet) log(sessions, format, output)
  const openConsole = () => {
    if (server.consoleUrl) openBrowser(server.consoleUrl, warn)
    else warn('There is no console: --no-control turns it off')
  }
  if (flags.open) openConsole()
  const print = (text: string) => output.write(text)
  const keys = hasKeys(flags) && startKeys(createKeys({ started, print, openConsole, quit }), print)
  await stopped
  if (keys) keys.stop()
}

/** Starts the server. Rejects with a message in the words of the command line. */
async function start(options: MockServerOptions): Promise<StartedServer> {
  try {
    return await startServer(options, options.accessTokens?.[0])
  } catch (error) {
    if (isOptionsError(error)) throw new TypeError(describeProblems(error.problems))
    throw new Error(describeListenError(error as ListenError))
  }
}

/** The fields that Node adds to errors of `listen` and of name look-ups. */
interface ListenError extends NodeJS.ErrnoException {
  port?: number
  address?: string
  hostname?: string
}

/** Says what to do about an error of `listen`. */
function describeListenError({ code, message, port, address, hostname }: ListenError): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${address} is in use: stop the program that uses it, or choose another port (--port 0 takes any free one)`
    case 'EACCES':
      return `Port ${port} is reserved for the system: choose one above 1023 (--port 0 takes any free one)`
    case 'EADDRNOTAVAIL':
      return `--host: this machine does not have the address ${address}`
    case 'EAFNOSUPPORT':
      return '--host: this machine has no IPv6: use 0.0.0.0 in place of ::, and 127.0.0.1 in place of ::1'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `--host: the name ${hostname} cannot be resolved`
    default:
      return message
  }
}

function log(sessions: Sessions, format: LogFormat, output: LineWriter): void {
  sessions.subscribe({
    started({ store }) {
      store.events.on('waiting', record => write(() => format.waiting(record)))
      store.events.on('record', record => write(() => format.request(record)))
    },
    requestRefused: record => write(() => format.request(record)),
    connectionRefused: refusal => write(() => format.connectionRefused(refusal)),
    ended(name, toMakeRoom) {
      if (toMakeRoom) write(() => format.sessionEnded(name))
    },
  })

  /** A line that cannot be written must not end the server. */
  function write(createLine: () => string): void {
    try {
      output.write(createLine())
    } catch (error) {
      output.write(format.failed(error instanceof Error ? error.message : String(error)))
    }
  }
}

/** Returns whether a person sees what the keys do. */
const hasKeys = ({ json, quiet }: Flags): boolean =>
  process.stdin.isTTY && process.stdout.isTTY && !json && !quiet

function startKeys(onLine: (line: string) => void, print: (text: string) => void): TerminalLines {
  const lines = new TerminalLines(process.stdin, onLine)
  const begin = () => print('Press h and Enter for help, q and Enter to quit.\n')
  lines.start(begin).then(canTell => canTell || print(NO_KEYS))
  return lines
}

const NO_KEYS =
  'There are no keys, because neither /proc nor ps tells whether the mock is in the foreground. Ctrl-C quits.\n'
