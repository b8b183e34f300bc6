// What a call costs over a socket, and what a hundred thousand calls leave in memory.
import { deepStrictEqual } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { bare } from './commands.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, pinning, type Worker, worker } from './processes.ts'
import { type Budget, type Findings, measure } from './report.ts'
import { at, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'
import { type Add, checkClients, clients, OTHERS, plant } from './sides.ts'

const BASELINE = 'hand-written fetch'
const ROUNDS = 40
const ALONE = 500
const TOGETHER = 2_000

/** Latencies in microseconds, with one call in flight and with 64. */
interface Latencies {
  alone: { p50: number; p99: number }
  together: { p50: number; p99: number }
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
    const latencies = await rounds(
      count,
      Object.fromEntries(
        names.map(name => [name, () => (workers[name] as Worker).ask<Latencies>('calls')]),
      ),
    )
    const memory: Samples = {}
    for (const name of names) memory[name] = [await (workers[name] as Worker).ask('memory')]
    const side = 'plant-store-client'
    const table = (what: string, unit: string, samples: Samples, budgets: Budget[] = []) =>
      measure({ what, unit, baseline: BASELINE, samples, budgets })
    const latency = (what: string, number: (one: Latencies) => number, atMost?: number) =>
      table(`Latency, ${what}`, 'µs', pick(latencies, number), atMost ? held(atMost) : [])
    const held = (atMost: number): Budget[] => [
      { side, against: BASELINE, atMost },
      ...OTHERS.map(against => ({ side, against, atMost: 1 })),
    ]
    return {
      versions,
      measures: [
        latency('1 in flight, p50', ({ alone }) => alone.p50, 1.1),
        latency('1 in flight, p99', ({ alone }) => alone.p99),
        latency('64 in flight, p50', ({ together }) => together.p50, 1.15),
        latency('64 in flight, p99', ({ together }) => together.p99),
        table(`Heap used after ${calls(count)} calls`, 'MB', memory),
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

const calls = (rounds: number) => (rounds * (ALONE + TOGETHER)).toLocaleString('en')

/** The latencies of so many calls, with so many of them in flight. */
async function latencies(add: Add, count: number, inFlight: number): Promise<Latencies['alone']> {
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
  answerEach(async (what: 'calls' | 'memory') => {
    if (what === 'calls') {
      await fetch(`${baseUrl}/__mock/reset`) // or the server would slow down as plants gather
      deepStrictEqual(await add(plant(1)), { name: plant(1).name, tag: plant(1).tag })
      return { alone: await latencies(add, ALONE, 1), together: await latencies(add, TOGETHER, 64) }
    }
    for (let pass = 0; pass < 4; pass++) {
      globalThis.gc?.()
      await setTimeout(50) // finalizers let go of more
    }
    return process.memoryUsage().heapUsed / 1e6
  })
}
