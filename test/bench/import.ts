// What it costs to import a client: from the start of the process to the first line after it.

import { run } from '../harness/shell.ts'
import { inSet, install } from './peers.ts'
import { CLIENT, pinned } from './processes.ts'
import { type Findings, type Measure, measure } from './report.ts'
import { rounds } from './rounds.ts'

const names = ['plant-store-client', 'openapi-fetch', 'ky', 'ofetch', 'axios']

/** The first line prints the time since the process began. */
const FIRST_LINE = 'console.log(performance.now())'

export async function importTime(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const measures: Measure[] = []
  for (const [type, load] of [
    ['module', (name: string) => `import * as all from '${name}'; globalThis.all = all;`],
    ['commonjs', (name: string) => `globalThis.all = require('${name}');`],
  ] as const) {
    const what = type === 'module' ? 'import' : 'require'
    const nothing = `no ${what}`
    const time = (script: string) => async () => {
      const evaluate = [process.execPath, `--input-type=${type}`, '-e', script + FIRST_LINE]
      const [program = '', ...args] = pinned(CLIENT, evaluate)
      return Number(await run(inSet('clients'), program, ...args))
    }
    const sides = { [nothing]: time(''), ...Object.fromEntries(names.map(n => [n, time(load(n))])) }
    await rounds(1, sides) // until the files are cached
    const samples = await rounds(quick ? 5 : 40, sides)
    measures.push(
      measure({
        what: `Start of a process with ${what}`,
        unit: 'ms',
        baseline: nothing,
        samples,
        differences: true,
      }),
    )
  }
  return { versions, measures, notes: ['ky is ESM only: Node 24 can require it all the same.'] }
}
