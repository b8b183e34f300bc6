// The time that the import of a client takes: from the start of the process to the line after it.
import { run } from '../harness/shell.ts'
import { inSet, install } from './peers.ts'
import { CLIENT, pinned } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { rounds } from './rounds.ts'

const names = ['plant-store-client', 'openapi-fetch', 'ky', 'ofetch', 'axios']

/** The first line prints the time since the process began. */
const FIRST_LINE = 'console.log(performance.now())'

export async function importTime(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const time = (script: string) => async () => {
    const evaluate = [process.execPath, '--input-type=module', '-e', script + FIRST_LINE]
    const [program = '', ...args] = pinned(CLIENT, evaluate)
    return Number(await run(inSet('clients'), program, ...args))
  }
  const load = (name: string) => `import * as all from '${name}'; globalThis.all = all;`
  const nothing = 'no import'
  const sides = { [nothing]: time(''), ...Object.fromEntries(names.map(n => [n, time(load(n))])) }
  await rounds(1, sides) // until the files are cached
  return {
    versions,
    measures: [
      measure({
        what: 'Start of a process with import',
        unit: 'ms',
        baseline: nothing,
        samples: await rounds(quick ? 5 : 40, sides),
        differences: true,
      }),
    ],
  }
}
