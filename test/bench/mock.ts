// What a request costs a server, in CPU time, while 32 connections that stay open send plants.
import { deepStrictEqual } from 'node:assert'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { expectations, sendRequests } from '../harness/expectations.ts'
import { freshFolder } from '../harness/shell.ts'
import { build } from './against.ts'
import { bare, type Command, others, ours } from './commands.ts'
import { compare, type Finding, type Findings, type Limit } from './findings.ts'
import { LIMITS } from './limits.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { install } from './peers.ts'
import { cpuTime } from './processes.ts'
import { inProcesses, rounds, type Samples } from './rounds.ts'
import { type Serving, serve } from './serving.ts'

const BARE = 'bare node:http'
const OURS = 'plant-store-mock'
const ROUND = 500 // milliseconds
const CPU = { what: 'CPU time of a server for a request', unit: 'µs' }

const quiet = (name: string) => `${name} --quiet`

const HELD: Limit[] = [
  { side: BARE, against: quiet(OURS), atLeast: LIMITS.mock.quiet },
  { side: BARE, against: OURS, atLeast: LIMITS.mock.log },
]

/** A server of the comparison. What it prints is thrown away, unless it logs to a file. */
interface Side {
  command: Command
  logs?: boolean
}

export async function mock(quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const peers = Object.entries(others).map(([name, command]) => [name, { command }] as const)
  const samples = await measured({ ...ourSides(OURS), ...Object.fromEntries(peers) }, quick)
  const ahead = Object.keys(others).map(against => ({ side: quiet(OURS), against, atMost: 1 }))
  return {
    versions,
    findings: [
      ...compare({ ...CPU, samples, baseline: BARE }, [...HELD, ...ahead]),
      ...(await starts(quick)),
      ...(await lastPlant(quick)),
    ],
  }
}

/** The mock of another commit and of the working tree, in turn. */
export async function mockAgainst(quick: boolean, ref: string): Promise<Findings> {
  const versions = await install('mocks')
  const { modules } = await build(ref)
  const samples = await measured({ ...ourSides(OURS), ...ourSides(ref, modules) }, quick)
  const compared = (side: string, against: string) => {
    const three = [BARE, against, side].map(name => [name, samples[name] ?? []] as const)
    const held = HELD.filter(limit => limit.against === side)
    return compare({ ...CPU, samples: Object.fromEntries(three), baseline: against }, held)
  }
  const findings = [...compared(quiet(OURS), quiet(ref)), ...compared(OURS, ref)]
  return { versions, findings }
}

/** Milliseconds from the spawn of a process to the end of its first response. */
async function starts(quick: boolean): Promise<Finding[]> {
  const startOnce = async (command: Command) => {
    const { startedIn, stop } = await serve(command)
    await stop()
    return startedIn
  }
  const sides = Object.fromEntries(
    Object.entries({ [BARE]: bare, [OURS]: ours(), ...others }).map(([name, command]) => [
      name,
      () => startOnce(command),
    ]),
  )
  await rounds(1, sides) // until the files are cached
  const samples = await rounds(quick ? 2 : 21, sides)
  return compare(
    { what: 'Time from spawn to the first response', unit: 'ms', samples, baseline: BARE },
    [{ side: OURS, against: BARE, atMost: LIMITS.start }],
  )
}

/** Whether a plant costs more after many others whose ids must all differ. */
async function lastPlant(quick: boolean): Promise<Finding[]> {
  const plants = quick ? 100_000 : 1_000_000
  const part = 10_000
  const server = await serve(ours(['--quiet', '--duplicate-ids', 'reject']))
  const generator = loadGenerator()
  let from = FIRST_ID
  const add = async (requests: number) => {
    const load: Load = { port: server.port, from, requests }
    from += requests
    return ((await generator.ask<Sent>(load)).ms / requests) * 1_000
  }
  try {
    await add(20 * part) // until the code is compiled
    const samples = await inProcesses(quick ? 1 : 5, async () => {
      const headers = { 'content-type': 'application/json' }
      const { ok } = await fetch(`${server.url}/__mock/reset`, { method: 'POST', headers })
      if (!ok) throw new Error('The mock was not reset')
      const first = [await add(part), await add(part), await add(part)]
      await add(plants - 6 * part)
      return { first, last: [await add(part), await add(part), await add(part)] }
    })
    const what = `A plant among ${plants.toLocaleString('en')}, duplicate ids rejected`
    return compare({ what, unit: 'µs', samples, baseline: 'first' }, [
      { side: 'last', against: 'first', atMost: LIMITS.lastPlant },
    ])
  } finally {
    generator.stop()
    await server.stop()
  }
}

/** Throws if two servers respond to a request with different statuses, or to a plant in different ways. */
async function sameChecks(url: string, otherUrl: string): Promise<void> {
  for (const expectation of expectations.filter(({ options }) => !options)) {
    const one = await sendRequests(expectation, url, fetch)
    const other = await sendRequests(expectation, otherUrl, fetch)
    const seen = (response: typeof one) => (one.status === 200 ? response : response.status)
    deepStrictEqual(seen(other), seen(one), expectation.name)
  }
}

/** Starts the servers several times, since one process of a server is not as fast as the next. */
const measured = (sides: Record<string, Side>, quick: boolean) =>
  inProcesses(quick ? 1 : 4, () => withServers({ [BARE]: { command: bare }, ...sides }, quick))

const ourSides = (name: string, modules?: string): Record<string, Side> => ({
  [name]: { command: ours([], modules), logs: true },
  [quiet(name)]: { command: ours(['--quiet'], modules) },
})

/** One process for each server and one for the load. Microseconds of CPU time for a request. */
async function withServers(sides: Record<string, Side>, quick: boolean): Promise<Samples> {
  const generator = loadGenerator()
  const servers: Record<string, Serving> = {}
  const folder = await freshFolder()
  let from = FIRST_ID
  const load = async ({ port, process }: Serving, ms: number): Promise<number> => {
    const before = cpuTime(process)
    const { requests } = await generator.ask<Sent>({ port, from, ms } satisfies Load)
    from += requests
    return (cpuTime(process) - before) / requests
  }
  try {
    for (const [name, { command, logs }] of Object.entries(sides))
      servers[name] = await serve(command, logs ? openSync(join(folder, name), 'w') : undefined)
    const [one, other] = [servers[BARE], servers[OURS]]
    if (one && other) await sameChecks(one.url, other.url)
    for (const server of Object.values(servers)) await load(server, 2_500) // until the code is compiled
    const turns = Object.entries(servers).map(([name, server]) => [name, () => load(server, ROUND)])
    return await rounds(quick ? 4 : 10, Object.fromEntries(turns))
  } finally {
    generator.stop()
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
  }
}
