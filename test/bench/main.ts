// Measures everything, or what is named: `npm run bench -- call mock`. With `--quick` the rounds are
// few, to try a change out, and nothing is recorded.
import { parseArgs } from 'node:util'
import temporary from '../harness/temporary.ts'
import { bytes } from './bytes.ts'
import { call } from './call.ts'
import { loopback } from './loopback.ts'
import { mock } from './mock.ts'
import { type Findings, printed } from './report.ts'
import { machine, record } from './results.ts'
import { start } from './start.ts'

const benchmarks: Record<string, (quick: boolean) => Promise<Findings>> = {
  call,
  loopback,
  bytes,
  mock,
  start,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !benchmarks[name])
if (unknown.length > 0)
  throw new TypeError(`No benchmark ${unknown}; there are ${Object.keys(benchmarks).join(', ')}`)

process.once('exit', temporary())
console.log(`${machine()}, Node ${process.version}`)
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const started = performance.now()
  const date = new Date().toISOString().slice(0, 10)
  const findings = await benchmark(values.quick)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`\n${name} (${seconds} s)`)
  for (const one of findings.measures) console.log(printed(one))
  for (const note of findings.notes ?? []) console.log(`\n  ${note}`)
  if (!values.quick)
    await record(name, { date, machine: machine(), node: process.version, seconds, ...findings })
}
