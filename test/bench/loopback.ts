// The time of a call over a socket.
import { deepStrictEqual } from 'node:assert'
import { build, type Commit } from './against.ts'
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
  commit?: Commit
}

/** A client, and what it is compared with. */
type Pair = readonly [side: string, against: string]

/** What was measured of a pair. */
interface Compared {
  pair: Pair
  samples: Samples<Round>
}

export async function loopback(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const names = await checkClients()
  const pairs: Pair[] = [
    ...names.filter(name => name !== BY_HAND).map(name => [name, BY_HAND] as const),
    ...OTHERS.map(other => [SAME_DUTIES, other] as const),
  ]
  const compared = await measured(pairs, quick)
  const limits = (atMost: number): Limit[] => [
    { side: OURS, against: BY_HAND, atMost },
    ...['ky', 'axios'].map(against => ({ side: SAME_DUTIES, against, atMost: 1 })),
  ]
  const level = { side: SAME_DUTIES, against: 'ofetch', atMost: LIMITS.level }
  const { alone, together } = LIMITS.loopback
  return {
    versions,
    findings: findings(compared, [...limits(alone), level], limits(together)),
    notes: [
      pinning,
      `Two sides at a time take turns in one process, ${processes(quick)} times. With more, each would find the ` +
        "processor's caches full of the others' code.",
    ],
  }
}

/** The client of another commit and of the working tree, in turn, and each in turn with a hand-written fetch. */
export async function loopbackAgainst(ref: string, quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const commit = await build(ref)
  await checkClients(commit)
  const pairs: Pair[] = [
    [OURS, ref],
    [OURS, BY_HAND],
    [ref, BY_HAND],
  ]
  return {
    versions,
    findings: findings(await measured(pairs, quick, commit), [], []),
    notes: [pinning],
  }
}

const processes = (quick: boolean) => (quick ? 1 : 3)

async function measured(
  pairs: readonly Pair[],
  quick: boolean,
  commit?: Commit,
): Promise<Compared[]> {
  await install('mocks') // with the description
  const server = await serve(bare)
  const ask = async (question: Question): Promise<Samples<Round>> => {
    const child = worker(import.meta.filename, { args: [`${server.port}`], core: CLIENT })
    return await child.ask<Samples<Round>>(question).finally(() => child.stop())
  }
  const compared: Compared[] = []
  try {
    for (const sides of pairs) {
      const question = { sides, rounds: quick ? 4 : 20, ...(commit && { commit }) }
      compared.push({
        pair: sides,
        samples: await inProcesses(processes(quick), () => ask(question)),
      })
    }
  } finally {
    server.stop()
  }
  return compared
}

function findings(compared: readonly Compared[], alone: Limit[], together: Limit[]) {
  const latency = (what: string, number: (round: Round) => number, limits: Limit[]) =>
    compared.flatMap(({ pair: [side, against], samples }) =>
      compare(
        { what: `Latency, ${what}`, unit: 'µs', samples: pick(samples, number), baseline: against },
        limits.filter(limit => limit.side === side && limit.against === against),
      ).filter(finding => finding.side === side),
    )
  return [
    ...latency('1 in flight, p50', round => round.alone, alone),
    ...latency('64 in flight, p50', round => round.together, together),
  ]
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
  const settings = { baseUrl, token: 'token', fetch: globalThis.fetch }
  const round = async (add: Add): Promise<Round> => {
    await fetch(`${baseUrl}/__mock/reset`) // or the server would slow down as plants gather
    deepStrictEqual(await add(plant(1)), { name: plant(1).name, tag: plant(1).tag })
    return {
      alone: await makeCalls(add, { count: ALONE, inFlight: 1 }),
      together: await makeCalls(add, { count: TOGETHER, inFlight: 64 }),
    }
  }
  answerEach(async (question: Question) => {
    const all = await clients(settings, question.commit)
    const sides = question.sides.map(name => [name, all[name] as Add] as const)
    for (const [, add] of sides) await makeCalls(add, { count: WARM_UP, inFlight: 64 })
    const turns = sides.map(([name, add]) => [name, () => round(add)] as const)
    return rounds(question.rounds, Object.fromEntries(turns))
  })
}
