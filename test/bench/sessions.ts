// What sessions cost: 100 of them in turn against one, by header and by prefix, and the memory of 1,000.
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { answerEach, SERVER, worker } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { inProcesses, pick, rounds, type Samples } from './rounds.ts'

const DEFAULT = 'the default session'
const ONE = 'one session, by header'
const HEADER = '100 sessions in turn, by header'
const PREFIX = '100 sessions in turn, by prefix'
const COUNT = 100

export async function sessions(quick: boolean): Promise<Findings> {
  const samples = await inProcesses(quick ? 1 : 4, () => throughput(quick))
  const memory = worker(import.meta.filename, { core: SERVER })
  const bytes = await memory.ask<number>('memory')
  memory.stop()
  return {
    versions: [],
    measures: [
      measure({
        what: 'Requests per second',
        unit: '/s',
        baseline: ONE,
        samples: pick(samples, ({ perSecond }) => perSecond),
      }),
    ],
    notes: [
      `1,000 sessions in which nothing has happened but one request take ${(bytes / 2 ** 20).toFixed(1)} MiB.`,
    ],
  }
}

async function throughput(quick: boolean): Promise<Samples<Sent>> {
  const server = worker(import.meta.filename, { core: SERVER })
  const generator = loadGenerator()
  try {
    const port = await server.ask<number>('serve')
    let from = FIRST_ID
    const load = async (options: Pick<Load, 'sessions' | 'by'>, ms: number) => {
      await server.ask('reset') // or a side would be slowed down by what the one before has left
      const sent = await generator.ask<Sent>({ port, from, ms, ...options } satisfies Load)
      from += sent.requests
      return sent
    }
    const sides = {
      [DEFAULT]: (ms: number) => load({}, ms),
      [ONE]: (ms: number) => load({ sessions: 1, by: 'header' }, ms),
      [HEADER]: (ms: number) => load({ sessions: COUNT, by: 'header' }, ms),
      [PREFIX]: (ms: number) => load({ sessions: COUNT, by: 'prefix' }, ms),
    }
    for (const side of Object.values(sides)) await side(quick ? 300 : 2_500)
    return await rounds(
      quick ? 2 : 20,
      Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, () => side(300)])),
    )
  } finally {
    generator.stop()
    server.stop()
  }
}

/** Bytes that 1,000 sessions take, once each has been sent a request. */
async function memoryOfSessions(): Promise<number> {
  await using server = await startMockServer({ port: 0 })
  const add = async (session: string) => {
    const response = await fetch(`${server.url}/~${session}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: '{"id":1,"name":"Monstera","tag":"tropical"}',
    })
    await response.text()
  }
  for (let index = 0; index < 2_000; index++) await add('warm-up')
  server.endSession('warm-up')
  const before = heapUsed()
  for (let index = 0; index < 1_000; index++) await add(`session-${index}`)
  return heapUsed() - before
}

function heapUsed(): number {
  for (let count = 0; count < 5; count++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

if (import.meta.main) {
  let server: MockServer | undefined
  answerEach(async (message: 'serve' | 'reset' | 'memory') => {
    if (message === 'memory') return memoryOfSessions()
    server ??= await startMockServer({ port: 0 })
    if (message === 'reset') {
      server.store.reset()
      for (const name of server.sessions) server.session(name).reset()
      globalThis.gc?.()
    }
    return server.port
  })
}
