// The time of a call over a socket.
import { deepStrictEqual } from 'node:assert'
import { bare } from './commands.ts'
import { compare, type Findings, type Limit } from './findings.ts'
import { LIMITS } from './limits.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, pinning, worker } from './processes.ts'
import { inProcesses, median, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'
import {
  type Add,
  BY_HAND,
  checkClients,
  clients,
  OTHERS,
  OURS,
  plant,
  SAME_DUTIES,
} from './sides.ts'

// Few calls in a round, so that all sides have their turn before the machine changes its pace.
const ALONE = 200
const TOGETHER = 640
const WARM_UP = 4_000

/** How many calls to make, and how many of them at a time. */
interface Calls {
  count: number
  inFlight: number
}

/** The medians of one round of a client, in microseconds. */
interface Round {
  alone: number
  together: number
}

/** What a process is asked to compare. */
interface Question {
  sides: Pair
  rounds: number
}

/** A client, and what it is compared with. */
type Pair = readonly [side: string, against: string]

export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  await install('mocks') // with the description
  const processes = quick ? 1 : 3
  const server = await serve(bare)
  const ask = async (question: Question): Promise<Samples<Round>> => {
    const child = worker(import.meta.filename, { args: [`${server.port}`], core: CLIENT })
    return await child.ask<Samples<Round>>(question).finally(() => child.stop())
  }
  const compared: { pair: Pair; samples: Samples<Round> }[] = []
  try {
    const pairs: Pair[] = [
      ...names.filter(name => name !== BY_HAND).map(name => [name, BY_HAND] as const),
      ...OTHERS.map(other => [SAME_DUTIES, other] as const),
    ]
    for (const pair of pairs) {
      const measured = () => ask({ sides: pair, rounds: quick ? 4 : 20 })
      compared.push({ pair, samples: await inProcesses(processes, measured) })
    }
  } finally {
    server.stop()
  }

  const limits = (atMost: number): Limit[] => [
    { side: OURS, against: BY_HAND, atMost },
    ...['ky', 'axios'].map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
  ]
  const latency = (what: string, number: (round: Round) => number, limits: Limit[]) =>
    compared.flatMap(({ pair: [side, against], samples }) =>
      compare(
        { what: `Latency, ${what}`, unit: 'µs', samples: pick(samples, number), baseline: against },
        limits.filter(limit => limit.side === side && limit.against === against),
      ).filter(finding => finding.side === side),
    )
  const level = { side: SAME_DUTIES, against: 'ofetch', atMost: LIMITS.level }
  const { alone, together } = LIMITS.loopback
  return {
    versions,
    findings: [
      ...latency('1 in flight, p50', round => round.alone, [...limits(alone), level]),
      ...latency('64 in flight, p50', round => round.together, limits(together)),
    ],
    notes: [
      pinning,
      `Two sides at a time take turns in one process, ${processes} times. With more, each would find the ` +
        "processor's caches full of the others' code.",
    ],
  }
}

/** Resolves to the median latency. */
async function makeCalls(add: Add, { count, inFlight }: Calls): Promise<number> {
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
  return median(all)
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
    const sides = question.sides.map(name => [name, all[name] as Add] as const)
    for (const [, add] of sides) await makeCalls(add, { count: WARM_UP, inFlight: 64 })
    const turns = sides.map(([name, add]) => [name, () => round(add)] as const)
    return rounds(question.rounds, Object.fromEntries(turns))
  })
}
