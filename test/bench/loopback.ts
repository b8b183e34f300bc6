// The time of a call over a socket.
import { bare } from './commands.ts'
import { compare, type Findings, type Limit } from './findings.ts'
import { LIMITS } from './limits.ts'
import { install } from './peers.ts'
import { answerEach, CLIENT, worker } from './processes.ts'
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

/** The medians of one round of a client, in microseconds. */
interface Round {
  alone: number
  together: number
}

/** A client, and what it is compared with. */
type Pair = readonly [side: string, against: string]

/** What a process is asked to compare. With more than two, each would find the processor's caches full of the others' code. */
interface Question {
  pair: Pair
  rounds: number
}

export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  const pairs: Pair[] = [
    ...names.filter(name => name !== BY_HAND).map(name => [name, BY_HAND] as const),
    ...OTHERS.map(other => [SAME_DUTIES, other] as const),
  ]
  const compared = await measured(pairs, quick)
  const latency = (what: string, number: (round: Round) => number, limits: Limit[]) =>
    compared.flatMap(({ pair: [side, against], samples }) =>
      compare(
        { what: `Latency, ${what}`, unit: 'µs', samples: pick(samples, number), baseline: against },
        limits.filter(limit => limit.side === side && limit.against === against),
      ).filter(finding => finding.side === side),
    )
  const limits = (atMost: number): Limit[] => [
    { side: OURS, against: BY_HAND, atMost },
    ...['ky', 'axios'].map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
  ]
  const level = { side: SAME_DUTIES, against: 'ofetch', atMost: LIMITS.level }
  const { alone, together } = LIMITS.loopback
  return {
    versions,
    findings: [
      ...latency('1 in flight, p50', round => round.alone, [...limits(alone), level]),
      ...latency('64 in flight, p50', round => round.together, limits(together)),
    ],
  }
}

async function measured(
  pairs: readonly Pair[],
  quick: boolean,
): Promise<{ pair: Pair; samples: Samples<Round> }[]> {
  const server = await serve(bare)
  const ask = async (question: Question): Promise<Samples<Round>> => {
    const child = worker(import.meta.filename, { args: [server.url], core: CLIENT })
    return await child.ask<Samples<Round>>(question).finally(() => child.stop())
  }
  const compared: { pair: Pair; samples: Samples<Round> }[] = []
  try {
    for (const pair of pairs) {
      const question = { pair, rounds: quick ? 4 : 20 }
      compared.push({ pair, samples: await inProcesses(quick ? 1 : 3, () => ask(question)) })
    }
  } finally {
    await server.stop()
  }
  return compared
}

/** Resolves to the median latency of calls, of which some are in flight at a time. */
async function makeCalls(add: Add, count: number, inFlight: number): Promise<number> {
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
  const [baseUrl = ''] = process.argv.slice(2)
  const all = await clients({ baseUrl, token: 'token', fetch: globalThis.fetch })
  const round = async (add: Add): Promise<Round> => {
    await fetch(`${baseUrl}/__mock/reset`) // or the server would slow down as plants gather
    return {
      alone: await makeCalls(add, ALONE, 1),
      together: await makeCalls(add, TOGETHER, 64),
    }
  }
  answerEach(async ({ pair, rounds: count }: Question) => {
    const sides = pair.map(name => [name, all[name] as Add] as const)
    for (const [, add] of sides) await makeCalls(add, WARM_UP, 64)
    return rounds(count, Object.fromEntries(sides.map(([name, add]) => [name, () => round(add)])))
  })
}
