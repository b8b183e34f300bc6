// Sends a million requests while a listener follows them, and says how much memory the mock takes
// up at the start, in the middle and at the end: `node test/bench/soak.ts [requests]`. The store is
// reset now and then, since plants are kept.
import type { Command } from './commands.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { residentKilobytes } from './processes.ts'
import { type Serving, serve } from './serving.ts'

const TOTAL = Number(process.argv[2] ?? 1_000_000)
const BETWEEN_RESETS = 50_000

const mock: Command = port => [
  process.execPath,
  'dist/mock/plant-store-mock.js',
  '--quiet',
  '--port',
  `${port}`,
]

const server = await serve(mock)
const generator = loadGenerator()
const listener = listen(server)
const report = (when: string) =>
  console.log(
    `${when}: ${Math.round(residentKilobytes(server.process) / 1_024)} MB, ${listener.count()} requests told`,
  )
report('start')
for (let sent = 0; sent < TOTAL; sent += BETWEEN_RESETS) {
  const load: Load = { port: server.port, from: FIRST_ID + sent, requests: BETWEEN_RESETS }
  await generator.ask<Sent>(load)
  if (sent <= TOTAL / 2 && sent + BETWEEN_RESETS > TOTAL / 2) report('middle')
  if (sent + BETWEEN_RESETS < TOTAL) await reset(server)
}
report('end')
listener.close()
generator.stop()
await server.stop()

/** Follows the mock, as the console does. */
function listen({ port }: Serving) {
  let count = 0
  let isOver = false
  const follow = async () => {
    for (let version = ''; !isOver; ) {
      const after = encodeURIComponent(version)
      const response = await fetch(`http://127.0.0.1:${port}/__mock/changes?after=${after}`)
      const changes = (await response.json()) as { version: string; requests: unknown[] }
      version = changes.version
      count += changes.requests.length
    }
  }
  follow().catch(() => {}) // ends with the server
  return {
    count: () => count,
    close: () => {
      isOver = true
    },
  }
}

async function reset({ port }: Serving): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`http://127.0.0.1:${port}/__mock/reset`, { method: 'POST', headers })
}
