// What a call costs over a socket, and what a hundred thousand calls leave in memory.
import { deepStrictEqual } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { bare } from './commands.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, pinning, type Worker, worker } from './processes.ts'
import { type Budget, type Findings, measure } from './report.ts'
import { at, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'
import { type Add, checkClients, clients, OTHERS, plant, SAME_DUTIES } from './sides.ts'

const BASELINE = 'hand-written fetch'
const ROUNDS = 100
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

/** Each client has a process of its own, so that its memory can be told. */
export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  const count = quick ? 4 : ROUNDS
  await install('mocks') // with the description
  const server = await serve(bare)
  const workers: Record<string, Worker> = {}
  try {
    for (const name of names)
      workers[name] = worker(import.meta.filename, { args: [`${server.port}`, name], core: CLIENT })
    const latencies = (count: number, calls: Calls) =>
      rounds(
        count,
        Object.fromEntries(
          names.map(name => [name, () => (workers[name] as Worker).ask<Latencies>(calls)]),
        ),
      )
    await latencies(1, { count: WARM_UP, inFlight: 64 })
    const alone = await latencies(count, { count: ALONE, inFlight: 1 })
    const together = await latencies(count, { count: TOGETHER, inFlight: 64 })
    const memory: Samples = {}
    for (const name of names) memory[name] = [await (workers[name] as Worker).ask('memory')]
    const side = 'plant-store-client'
    const table = (what: string, unit: string, samples: Samples, budgets: Budget[] = []) =>
      measure({ what, unit, baseline: BASELINE, samples, budgets })
    const latency = (what: string, samples: Samples, budgets?: Budget[]) =>
      table(`Latency, ${what}`, 'µs', samples, budgets)
    const held = (atMost: number): Budget[] => [
      { side, against: BASELINE, atMost },
      ...OTHERS.map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
    ]
    const p50 = (samples: Samples<Latencies>) => pick(samples, one => one.p50)
    const p99 = (samples: Samples<Latencies>) => pick(samples, one => one.p99)
    return {
      versions,
      measures: [
        latency('1 in flight, p50', p50(alone), held(1.1)),
        latency('1 in flight, p99', p99(alone)),
        latency('64 in flight, p50', p50(together), held(1.15)),
        latency('64 in flight, p99', p99(together)),
        table(`Heap used after ${total(count)} calls`, 'MB', memory),
      ],
      notes: [
        pinning,
        'The heap is read after four full collections, in a process for each side; what stays resident ' +
          'besides differs by a fifth from run to run.',
      ],
    }
  } finally {
    for (const one of Object.values(workers)) one.stop()
    await server.stop()
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
