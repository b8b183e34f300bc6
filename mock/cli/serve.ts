import { once } from 'node:events'
import { type MockServer, startMockServer } from '../server/start.ts'
import { writeMockRequest } from '../store/mock-request.ts'
import { INTERNALS } from '../store/store.ts'
import { createPaint, hasColors } from '../terminal/colors.ts'
import type { Flags } from './flags.ts'
import { describeKeys, Hotkeys, type Key } from './hotkeys.ts'
import { formatRequest } from './log.ts'
import { openBrowser } from './open-browser.ts'
import { describeAddress, describeStart } from './start-up.ts'

/** What a command prints with: results, and what needs attention. */
export interface Output {
  print(text: string): void
  warn(text: string): void
}

/** Serves the mock until it is stopped. Rejects if it cannot start. */
export async function serve(flags: Flags, output: Output): Promise<void> {
  const server = await startMockServer(flags.options)
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)

  if (flags.json) logAsJson(server, output)
  else if (!flags.quiet) logAsText(server, flags, output)
  if (flags.open) openConsole(server, output)
  const hotkeys = startHotkeys(server, flags, output, stop)

  await stopped
  hotkeys?.stop()
  await server.close()
}

function logAsJson({ url, store }: MockServer, { print }: Output): void {
  print(JSON.stringify({ listening: url }))
  store.on('request', request => print(writeMockRequest(request)))
}

function logAsText(server: MockServer, flags: Flags, { print }: Output): void {
  const colors = hasColors(process.stdout)
  print(describeStart(server, flags, createPaint(colors)))
  server.store.on('request', request => print(formatRequest(request, colors)))
}

function openConsole({ consoleUrl }: MockServer, { print, warn }: Output): void {
  if (consoleUrl === undefined) print('There is no console: --no-control turns it off.')
  else openBrowser(consoleUrl, warn)
}

/** Only where a person sees what the keys do. */
const hasHotkeys = ({ json, quiet }: Flags): boolean =>
  process.stdin.isTTY && process.stdout.isTTY && !json && !quiet

function startHotkeys(
  server: MockServer,
  flags: Flags,
  output: Output,
  quit: () => void,
): Hotkeys | undefined {
  if (!hasHotkeys(flags)) return undefined
  const { print } = output
  const actions: Record<Key, () => void> = {
    o: () => openConsole(server, output),
    c: () => print(CLEAR + describeAddress(server)),
    r: () => {
      server.store.reset()
      print(`Reset: ${server.store[INTERNALS].plants.length} plants, no requests.`)
    },
    q: quit,
    h: () => print(describeKeys().join('\n')),
  }
  const hotkeys = new Hotkeys(process.stdin, key => actions[key]())
  hotkeys.start().then(work => work && print('Press h for help, q to quit.\n'))
  // Its default would end the process without giving the terminal back.
  process.once('SIGHUP', quit)
  return hotkeys
}

/** Erases the screen and what has scrolled off it (ECMA-48; the second is xterm's). */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H'
