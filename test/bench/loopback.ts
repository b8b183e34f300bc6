// What a call costs over a socket, and what twenty thousand calls leave in memory.
import { deepStrictEqual } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { bare } from './commands.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, pinning, worker } from './processes.ts'
import { type Budget, type Findings, measure } from './report.ts'
import { at, inProcesses, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'
import { type Add, checkClients, clients, OTHERS, plant, SAME_DUTIES } from './sides.ts'

const BASELINE = 'hand-written fetch'
// Few calls in a round, so that all sides have their turn before the machine changes its pace.
const ALONE = 200
const TOGETHER = 640
const WARM_UP = 4_000

/** In microseconds. */
interface Latencies {
  p50: number
  p99: number
}

/** How many calls to make, and how many of them at a time. */
interface Calls {
  count: number
  inFlight: number
}

/** One round of a client. */
interface Round {
  alone: Latencies
  together: Latencies
}

export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  await install('mocks') // with the description
  const processes = quick ? 1 : 5
  const count = quick ? 4 : 20
  const heaps: Samples = {}
  const server = await serve(bare)
  const measured = () => inOneProcessEach(names, server.port, count, heaps)
  const samples = await inProcesses(processes, measured).finally(() => server.stop())
  const side = 'plant-store-client'
  const table = (what: string, unit: string, samples: Samples, budgets: Budget[] = []) =>
    measure({ what, unit, baseline: BASELINE, samples, budgets })
  const latency = (what: string, number: (round: Round) => number, budgets?: Budget[]) =>
    table(`Latency, ${what}`, 'µs', pick(samples, number), budgets)
  const held = (atMost: number): Budget[] => [
    { side, against: BASELINE, atMost },
    ...OTHERS.map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
  ]
  return {
    versions,
    measures: [
      latency('1 in flight, p50', ({ alone }) => alone.p50, held(1.1)),
      latency('1 in flight, p99', ({ alone }) => alone.p99),
      latency('64 in flight, p50', ({ together }) => together.p50, held(1.15)),
      latency('64 in flight, p99', ({ together }) => together.p99),
      table(`Heap used after ${total(count)} calls`, 'MB', heaps),
    ],
    notes: [
      pinning,
      `Each side has ${processes} processes, one after another, since one is not as fast as the next.`,
      'The heap is read after four full collections; what stays resident besides differs by a fifth ' +
        'from run to run.',
    ],
  }
}

/** Each client has a process of its own, so that its memory can be told. */
async function inOneProcessEach(
  names: readonly string[],
  port: number,
  count: number,
  heaps: Samples,
): Promise<Samples<Round>> {
  const workers = names.map(name => {
    const process = worker(import.meta.filename, { args: [`${port}`, name], core: CLIENT })
    return { name, process }
  })
  try {
    for (const { process } of workers) await process.ask({ count: WARM_UP, inFlight: 64 })
    const sides = workers.map(({ name, process }) => {
      const round = async (): Promise<Round> => ({
        alone: await process.ask({ count: ALONE, inFlight: 1 }),
        together: await process.ask({ count: TOGETHER, inFlight: 64 }),
      })
      return [name, round] as const
    })
    const samples = await rounds(count, Object.fromEntries(sides))
    for (const { name, process } of workers) {
      const heap = await process.ask<number>('memory')
      heaps[name] = [...(heaps[name] ?? []), heap]
    }
    return samples
  } finally {
    for (const { process } of workers) process.stop()
  }
}

const total = (rounds: number) => (WARM_UP + rounds * (ALONE + TOGETHER)).toLocaleString('en')

async function makeCalls(add: Add, { count, inFlight }: Calls): Promise<Latencies> {
  const all: number[] = []
  let left = count
  const lane = async () => {
    while (left-- > 0) {
      const started = performance.now()
      await add(plant(left))
      all.push((performance.now() - started) * 1_000)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  all.sort((a, b) => a - b)
  return { p50: at(all, 0.5), p99: at(all, 0.99) }
}

if (import.meta.main) {
  const [port, name = ''] = process.argv.slice(2)
  const baseUrl = `http://127.0.0.1:${port}`
  const add = (await clients({ baseUrl, token: 'token', fetch: globalThis.fetch }))[name] as Add
  answerEach(async (what: Calls | 'memory') => {
    if (what !== 'memory') {
      await fetch(`${baseUrl}/__mock/reset`) // or the server would slow down as plants gather
      deepStrictEqual(await add(plant(1)), { name: plant(1).name, tag: plant(1).tag })
      return makeCalls(add, what)
    }
    for (let pass = 0; pass < 4; pass++) {
      globalThis.gc?.()
      await setTimeout(50) // finalizers let go of more
    }
    return process.memoryUsage().heapUsed / 1e6
  })
}
