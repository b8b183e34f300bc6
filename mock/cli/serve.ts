import { once } from 'node:events'
import type { RefusedRequest } from '../app/sessions.ts'
import { type MockServer, SESSIONS, startMockServer } from '../server/start.ts'
import { INTERNALS } from '../store/store.ts'
import { createPaint, hasColors } from '../terminal/colors.ts'
import { toPrintableJson } from '../verify/printable.ts'
import { describeExposure } from './exposure.ts'
import type { Flags } from './flags.ts'
import { describeKeys, Hotkeys, type Key } from './hotkeys.ts'
import { createJsonFormat } from './json-log.ts'
import { LineWriter } from './line-writer.ts'
import { createLineFormat, formatEnd } from './log.ts'
import { openBrowser } from './open-browser.ts'
import { describeAddress, describeStart } from './start-up.ts'

/** Serves the mock until it is stopped. Rejects if it cannot start. */
export async function serve(flags: Flags, warn: (text: string) => void): Promise<void> {
  const server = await startMockServer(flags.options)
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)

  const output = createOutput(flags)
  if (!flags.quiet) log(server, flags, output)
  if (flags.open) openConsole(server, warn)
  const hotkeys = startHotkeys(server, flags, { output, warn, quit: stop })

  await stopped
  hotkeys?.stop()
  await server.close()
  if (!(await output.end())) process.exit(0) // nobody reads the rest, which would keep it alive
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

function log(server: MockServer, flags: Flags, output: LineWriter): void {
  const { url } = server
  const paint = createPaint(hasColors(process.stdout))
  const warning = describeExposure(flags.options)
  if (flags.json) output.write(toPrintableJson(JSON.stringify({ listening: url, warning })))
  else output.write(describeStart(server, flags, paint))
  const format = flags.json ? createJsonFormat() : createLineFormat(paint)
  server[SESSIONS].subscribe({
    started: ({ store }) =>
      void store[INTERNALS].events.on('record', record =>
        output.write(formatSafely(format, record, record.number)),
      ),
    refused: request => output.write(formatSafely(format, request)),
    ended({ name }, toMakeRoom) {
      if (!toMakeRoom) return
      output.write(flags.json ? JSON.stringify({ sessionEnded: name }) : formatEnd(name))
    },
  })
}

/** A line longer than the longest string must not end the server. */
function formatSafely(
  format: (record: RefusedRequest, number?: number) => string,
  record: RefusedRequest,
  number?: number,
): string {
  try {
    return format(record, number)
  } catch (error) {
    return JSON.stringify({ number, cannotBeShown: String(error) })
  }
}

function openConsole({ consoleUrl }: MockServer, warn: (text: string) => void): void {
  if (consoleUrl === undefined) warn('There is no console: --no-control turns it off')
  else openBrowser(consoleUrl, warn)
}

/** Only where a person sees what the keys do. */
const hasHotkeys = ({ json, quiet }: Flags): boolean =>
  process.stdin.isTTY && process.stdout.isTTY && !json && !quiet

function startHotkeys(
  server: MockServer,
  flags: Flags,
  { output, warn, quit }: { output: LineWriter; warn(text: string): void; quit(): void },
): Hotkeys | undefined {
  if (!hasHotkeys(flags)) return undefined
  const actions: Record<Key, () => void> = {
    o: () => openConsole(server, warn),
    c: () => output.write(CLEAR + describeAddress(server)),
    r: () => {
      server.store.reset()
      output.write(`Reset: ${server.store[INTERNALS].plantCount} plants, no requests.`)
    },
    q: quit,
    h: () => output.write(describeKeys().join('\n')),
  }
  const hotkeys = new Hotkeys(process.stdin, key => actions[key]())
  hotkeys.start().then(work => work && output.write('Press h for help, q to quit.\n'))
  // Its default would end the process without giving the terminal back.
  process.once('SIGHUP', quit)
  return hotkeys
}

/** Erases the screen and what has scrolled off it (ECMA-48; the second is xterm's). */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H'
