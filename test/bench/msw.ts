// What a request costs that msw intercepts: the mock's handlers against the least that one can write.
import { pathToFileURL } from 'node:url'
import { inSet, install } from './peers.ts'
import { answerEach, worker } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { rounds, type Samples } from './rounds.ts'

const CALLS = 500

export async function msw(quick: boolean): Promise<Findings> {
  const versions = await install('msw')
  const child = worker(import.meta.filename)
  const samples = await child.ask<Samples>(quick ? 5 : 40)
  child.stop()
  return {
    versions,
    measures: [
      measure({
        what: 'A request through msw 3',
        unit: 'µs',
        baseline: 'a handler of one line',
        samples,
        differences: true,
      }),
    ],
    notes: [`Each round is ${CALLS} requests of each side, in one process.`],
  }
}

if (import.meta.main) {
  const { sides } = await import(pathToFileURL(inSet('msw', 'sides.js')).href)
  const add = async (fetch: typeof globalThis.fetch, id: number): Promise<unknown> => {
    const response = await fetch('http://plants.example.com/plants', {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name: 'a' }),
    })
    return response.json()
  }
  const timed = Object.entries(sides as Record<string, () => typeof globalThis.fetch>).map(
    ([name, ready]) => [
      name,
      async () => {
        const fetch = ready()
        const answer = JSON.stringify(await add(fetch, 0))
        if (answer !== '{"name":"a"}') throw new Error(`${name} answered ${answer}`)
        const started = performance.now()
        for (let id = 0; id < CALLS; id++) await add(fetch, id)
        return ((performance.now() - started) / CALLS) * 1_000
      },
    ],
  )
  const all = Object.fromEntries(timed)
  await rounds(3, all) // until the code is compiled
  answerEach((count: number) => rounds(count, all))
}
