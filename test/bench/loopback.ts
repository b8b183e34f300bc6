// What a call costs over a socket, and what twenty thousand calls leave in memory.
import { deepStrictEqual } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { bare } from './commands.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, pinning, worker } from './processes.ts'
import { type Budget, type Findings, type Measure, measure } from './report.ts'
import { at, inProcesses, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'
import { type Add, checkClients, clients, OTHERS, plant, SAME_DUTIES } from './sides.ts'

const BASELINE = 'hand-written fetch'
// Few calls in a round, so that all sides have their turn before the machine changes its pace.
const ALONE = 200
const TOGETHER = 640
const WARM_UP = 4_000
/** The calls whose memory is measured. */
const MANY = 20_000

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

/** What a process is asked: to compare two sides, or to measure what one leaves in memory. */
type Question = { sides: Pair; rounds: number } | { heapOf: string }

/** A client, and what it is compared with. */
type Pair = readonly [side: string, against: string]

export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  await install('mocks') // with the description
  const processes = quick ? 1 : 3
  const server = await serve(bare)
  const ask = async <T>(question: Question): Promise<T> => {
    const child = worker(import.meta.filename, { args: [`${server.port}`], core: CLIENT })
    return await child.ask<T>(question).finally(() => child.stop())
  }
  const compared: { pair: Pair; samples: Samples<Round> }[] = []
  const heaps: Samples = {}
  try {
    const pairs: Pair[] = [
      ...names.filter(name => name !== BASELINE).map(name => [name, BASELINE] as const),
      ...OTHERS.map(other => [SAME_DUTIES, other] as const),
    ]
    for (const pair of pairs) {
      const measured = () => ask<Samples<Round>>({ sides: pair, rounds: quick ? 4 : 20 })
      compared.push({ pair, samples: await inProcesses(processes, measured) })
    }
    for (const name of names) heaps[name] = [await ask<number>({ heapOf: name })]
  } finally {
    server.stop()
  }

  const limits = (atMost: number): Budget[] => [
    { side: 'plant-store-client', against: BASELINE, atMost },
    ...['ky', 'axios'].map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
    { side: SAME_DUTIES, against: 'ofetch', atMost: 1.05 }, // level
  ]
  const latency = (what: string, number: (round: Round) => number, budgets: Budget[] = []) => {
    const measures = compared.map(({ pair: [side, against], samples }) =>
      measure({
        what: `Latency, ${what}`,
        unit: 'µs',
        baseline: against,
        samples: pick(samples, number),
        budgets: budgets.filter(budget => budget.side === side && budget.against === against),
      }),
    )
    return inOneTable(measures)
  }
  return {
    versions,
    measures: [
      latency('1 in flight, p50', ({ alone }) => alone.p50, limits(1.2)),
      latency('1 in flight, p99', ({ alone }) => alone.p99),
      latency('64 in flight, p50', ({ together }) => together.p50, limits(1.25)),
      latency('64 in flight, p99', ({ together }) => together.p99),
      measure({
        what: `Heap used after ${MANY.toLocaleString('en')} calls`,
        unit: 'MB',
        baseline: BASELINE,
        samples: heaps,
      }),
    ],
    notes: [
      pinning,
      `Two sides at a time take turns in one process, ${processes} times. With more, each would find the ` +
        "processor's caches full of the others' code.",
      'The heap is read after four full collections, in a process for each side.',
    ],
  }
}

/** The clients that were compared with the baseline, in one table with the budgets of all. */
function inOneTable(measures: Measure[]): Measure {
  const tables = measures.filter(({ baseline }) => baseline === BASELINE)
  const [first] = tables
  if (!first) throw new Error(`No client was compared with ${BASELINE}`)
  const isClient = ({ side }: { side: string }) => side !== BASELINE
  return {
    ...first,
    rows: [
      ...first.rows.filter(row => !isClient(row)),
      ...tables.flatMap(({ rows }) => rows.filter(isClient)),
    ],
    budgets: measures.flatMap(({ budgets }) => budgets),
  }
}

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

/** The memory that many calls leave in use, in megabytes. */
async function measureHeap(add: Add): Promise<number> {
  await makeCalls(add, { count: WARM_UP, inFlight: 64 })
  await collectGarbage() // what loading the code has left, too
  await makeCalls(add, { count: MANY, inFlight: 64 })
  await collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

async function collectGarbage(): Promise<void> {
  for (let pass = 0; pass < 4; pass++) {
    globalThis.gc?.()
    await setTimeout(50) // finalizers let go of more
  }
}

if (import.meta.main) {
  const baseUrl = `http://127.0.0.1:${process.argv[2]}`
  const all = await clients({ baseUrl, token: 'token', fetch: globalThis.fetch })
  const round = async (add: Add): Promise<Round> => {
    await fetch(`${baseUrl}/__mock/reset`) // or the server would slow down as plants gather
    deepStrictEqual(await add(plant(1)), { name: plant(1).name, tag: plant(1).tag })
    return {
      alone: await makeCalls(add, { count: ALONE, inFlight: 1 }),
      together: await makeCalls(add, { count: TOGETHER, inFlight: 64 }),
    }
  }
  answerEach(async (question: Question) => {
    if ('heapOf' in question) return measureHeap(all[question.heapOf] as Add)
    const sides = question.sides.map(name => [name, all[name] as Add] as const)
    for (const [, add] of sides) await makeCalls(add, { count: WARM_UP, inFlight: 64 })
    const turns = sides.map(([name, add]) => [name, () => round(add)] as const)
    return rounds(question.rounds, Object.fromEntries(turns))
  })
}
