// What a request costs a server, in CPU time, while 32 connections that stay open send plants.
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../harness/shell.ts'
import { build } from './against.ts'
import { bare, type Command, others, ours } from './commands.ts'
import { LIMITS } from './limits.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { install } from './peers.ts'
import { cpuTime, pinning } from './processes.ts'
import { type Budget, type Findings, measure } from './report.ts'
import { inProcesses, pick, rounds, type Samples } from './rounds.ts'
import { sameChecks } from './same-checks.ts'
import { type Serving, serve } from './serving.ts'

const BARE = 'bare node:http'
const OURS = 'plant-store-mock'
const ROUND = 500 // milliseconds

const quiet = (name: string) => `${name} --quiet`

const HELD: Budget[] = [
  { side: BARE, against: quiet(OURS), atLeast: LIMITS.mock.quiet },
  { side: BARE, against: OURS, atLeast: LIMITS.mock.log },
]

/** A server of the comparison. What it prints is thrown away, unless it logs to a file. */
interface Side {
  command: Command
  logs?: boolean
}

/** What a server took in a round. */
interface Round {
  /** Microseconds of CPU time for a request. */
  cpu: number
  perSecond: number
}

export async function mock(quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const peers = Object.entries(others).map(([name, command]) => [name, { command }] as const)
  const samples = await measured({ ...ourSides(OURS), ...Object.fromEntries(peers) }, quick)
  return {
    versions,
    measures: [
      cpuMeasure(samples, BARE, [
        ...HELD,
        ...Object.keys(others).map(against => ({ side: quiet(OURS), against, atMost: 1 })),
      ]),
      measure({
        what: 'Requests per second',
        unit: '/s',
        baseline: BARE,
        samples: pick(samples, ({ perSecond }) => perSecond),
      }),
    ],
    notes: [
      pinning,
      'All are sent plants that differ only in their id. The bare server and the mock refuse the same requests; the others do not.',
      'openapi-backend is given the description without its license, whose `identifier` it refuses.',
    ],
  }
}

/** The mock of another commit and of the working tree, in turn. */
export async function mockAgainst(ref: string, quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const { modules } = await build(ref)
  const samples = await measured({ ...ourSides(OURS), ...ourSides(ref, modules) }, quick)
  const compared = (side: string, against: string) => {
    const three = [BARE, against, side].map(name => [name, samples[name] ?? []] as const)
    const held = HELD.filter(budget => budget.against === side)
    return cpuMeasure(Object.fromEntries(three), against, held)
  }
  const measures = [compared(quiet(OURS), quiet(ref)), compared(OURS, ref)]
  return { versions, measures, notes: [pinning] }
}

/** Starts the servers several times, since one process of a server is not as fast as the next. */
const measured = (sides: Record<string, Side>, quick: boolean) =>
  inProcesses(quick ? 1 : 4, () => withServers({ [BARE]: { command: bare }, ...sides }, quick))

const ourSides = (name: string, modules?: string): Record<string, Side> => ({
  [name]: { command: ours([], modules), logs: true },
  [quiet(name)]: { command: ours(['--quiet'], modules) },
})

const cpuMeasure = (samples: Samples<Round>, baseline: string, budgets: Budget[]) =>
  measure({
    what: 'CPU time of a server for a request',
    unit: 'µs',
    baseline,
    samples: pick(samples, ({ cpu }) => cpu),
    budgets,
  })

/** One process for each server and one for the load. */
async function withServers(sides: Record<string, Side>, quick: boolean): Promise<Samples<Round>> {
  const generator = loadGenerator()
  const servers: Record<string, Serving> = {}
  const folder = await freshFolder()
  let from = FIRST_ID
  const load = async ({ port, process }: Serving, ms: number): Promise<Round> => {
    const before = cpuTime(process)
    const { requests, perSecond } = await generator.ask<Sent>({ port, from, ms } satisfies Load)
    from += requests
    return { cpu: (cpuTime(process) - before) / requests, perSecond }
  }
  try {
    for (const [name, { command, logs }] of Object.entries(sides))
      servers[name] = await serve(command, logs ? openSync(join(folder, name), 'w') : undefined)
    const [one, other] = [servers[BARE], servers[OURS]]
    if (one && other) await sameChecks(one.port, other.port)
    for (const server of Object.values(servers)) await load(server, 2_500) // until the code is compiled
    const turns = Object.entries(servers).map(([name, server]) => [name, () => load(server, ROUND)])
    return await rounds(quick ? 4 : 10, Object.fromEntries(turns))
  } finally {
    generator.stop()
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
  }
}
