// Measures everything, or what is named: `npm run bench -- call mock`. With `--quick` the rounds are
// few, to try a change out. With `--against <git ref>` that commit takes turns with the working tree.
// Neither is recorded.
import { parseArgs } from 'node:util'
import temporary from '../harness/temporary.ts'
import { bytes } from './bytes.ts'
import { call } from './call.ts'
import { type Findings, inWords } from './findings.ts'
import { loopback } from './loopback.ts'
import { mock, mockAgainst } from './mock.ts'
import { canPin } from './processes.ts'
import { machine, record } from './results.ts'

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})
const { quick, against } = values

process.once('exit', temporary())
const benchmarks: Record<string, (quick: boolean) => Promise<Findings>> =
  against === undefined
    ? { call, loopback, bytes, mock }
    : { call: quick => call(quick, against), mock: quick => mockAgainst(quick, against) }
const unknown = positionals.filter(name => !benchmarks[name])
if (unknown.length > 0)
  throw new TypeError(`No benchmark ${unknown}; there are ${Object.keys(benchmarks).join(', ')}`)

console.log(`${machine()}, Node ${process.version}`)
if (!canPin) console.log('No process is bound to a core here: the numbers are less steady.')
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const started = performance.now()
  const date = new Date().toISOString().slice(0, 10)
  const { versions, findings } = await benchmark(quick)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`\n${name} (${seconds} s)`)
  for (const one of findings) console.log(`  ${inWords(one)}`)
  if (!quick && against === undefined)
    await record(name, { date, machine: machine(), node: process.version, versions, findings })
}
