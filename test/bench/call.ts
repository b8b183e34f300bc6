// The CPU time of a call by itself: one stub fetch, in one process.
import { build, type Commit } from './against.ts'
import { compare, type Findings } from './findings.ts'
import { LIMITS } from './limits.ts'
import { install } from './peers.ts'
import { answerEach, worker } from './processes.ts'
import { inProcesses, rounds, type Samples } from './rounds.ts'
import { BY_HAND, checkClients, clients, OURS, plant, SAME_DUTIES } from './sides.ts'

const CALLS = 2_000
const CPU = { what: 'CPU time of a call', unit: 'µs' }
const LIMIT = { side: OURS, against: 'openapi-fetch', atMost: LIMITS.call }

/** What a process is asked to compare. */
interface Question {
  rounds: number
  commit?: Commit
}

/** All clients, or the client of another commit and of the working tree, in turn. */
export async function call(quick: boolean, ref?: string): Promise<Findings> {
  const versions = await install('clients')
  const samples = await measured(quick, ref === undefined ? undefined : await build(ref))
  const others = ['ky', 'axios'].map(against => ({ side: SAME_DUTIES, against, atMost: 1 }))
  const limits = ref === undefined ? [LIMIT, ...others] : [LIMIT]
  return { versions, findings: compare({ ...CPU, samples, baseline: ref ?? BY_HAND }, limits) }
}

function measured(quick: boolean, commit?: Commit): Promise<Samples> {
  return inProcesses(quick ? 1 : 5, async () => {
    const child = worker(import.meta.filename)
    const question: Question = { rounds: quick ? 10 : 25, ...(commit && { commit }) }
    return await child.ask<Samples>(question).finally(() => child.stop())
  })
}

/** Microseconds of CPU time that a call takes, of all threads. */
async function timeOf(add: (id: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let id = 0; id < CALLS; id++) await add(id)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

if (import.meta.main) {
  const text = '{"name":"Monstera","tag":"x"}'
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
  const settings = {
    baseUrl: 'http://plants.example.com/v1',
    token: 'token',
    fetch: async () => new Response(text, { headers }),
  }
  answerEach(async ({ rounds: count, commit }: Question) => {
    await checkClients(commit)
    const sides = Object.fromEntries(
      Object.entries(await clients(settings, commit))
        .filter(([name]) => !commit || [BY_HAND, 'openapi-fetch', commit.ref, OURS].includes(name))
        .map(([name, add]) => [name, () => timeOf(id => add(plant(id)))]),
    )
    await rounds(3, sides) // until the code is compiled
    return rounds(count, sides)
  })
}
