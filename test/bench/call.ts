// The time of a call by itself: one stub fetch, in one process.
import { install } from './peers.ts'
import { answerEach, worker } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { inProcesses, rounds, type Samples } from './rounds.ts'
import { checkClients, clients, plant, SAME_DUTIES } from './sides.ts'

const CALLS = 2_000

export async function call(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const processes = quick ? 1 : 5
  const samples = await inProcesses(processes, async () => {
    const child = worker(import.meta.filename)
    const more = await child.ask<Samples>(quick ? 5 : 25)
    child.stop()
    return more
  })
  const against = 'openapi-fetch'
  const side = 'plant-store-client'
  const budgets = [
    { side, against: `${against}, the same duties by hand`, atMost: 1 },
    ...['ky', 'axios'].map(other => ({ side: SAME_DUTIES, against: other, atMost: 1 })),
  ]
  return {
    versions,
    measures: [
      measure({
        what: 'A call with a stub fetch',
        unit: 'µs',
        baseline: against,
        samples,
        budgets,
      }),
    ],
    notes: [
      'Every client has a timeout, a signal, a bearer token and headers, except openapi-fetch alone and ' +
        'the sides with a middleware. The token of plant-store-client comes from a provider, except ' +
        'where it has the same duties as the others. Each round is ' +
        `${CALLS.toLocaleString('en')} calls of each side, in ${processes} processes.`,
    ],
  }
}

if (import.meta.main) {
  await checkClients()
  const text = '{"name":"Monstera","tag":"x"}'
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
  const all = await clients({
    baseUrl: 'http://plants.example.com/v1',
    token: 'token',
    fetch: async () => new Response(text, { headers }),
  })
  const sides = Object.fromEntries(
    Object.entries(all).map(([name, add]) => [
      name,
      async () => {
        const started = performance.now()
        for (let id = 0; id < CALLS; id++) await add(plant(id))
        return ((performance.now() - started) / CALLS) * 1_000
      },
    ]),
  )
  await rounds(3, sides) // until the code is compiled
  answerEach((count: number) => rounds(count, sides))
}
