// Runs what `npm test` leaves out, or the suites that are named, one after the other:
// `npm run test:all -- node20 runtimes/bun runtimes/deno`. A wrong name lists what there is.
import { spawnSync } from 'node:child_process'
import { SUITES, type Suite } from './suites.ts'

/** The parts that are asked for, by suite; none for the whole of it. */
const chosen = new Map<string, string[]>()
for (const name of process.argv.slice(2)) {
  const [suite = '', part] = name.split('/')
  const isKnown = Object.hasOwn(SUITES, suite) && (part === undefined || SUITES[suite]?.part)
  if (!isKnown) refuse(name)
  chosen.set(suite, [...(chosen.get(suite) ?? []), ...(part === undefined ? [] : [part])])
}
if (chosen.size === 0) for (const suite of Object.keys(SUITES)) chosen.set(suite, [])

const results: Record<string, { result: string; minutes: string }> = {}
for (const [name, parts] of chosen) {
  const suite = SUITES[name] as Suite
  console.log(`\n${name}: ${suite.proves}`)
  const start = performance.now()
  const command = [suite.command, ...parts].join(' ')
  const passes = spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  results[name] = { result: passes ? 'passes' : 'FAILED', minutes }
  if (!passes) process.exitCode = 1
}
console.table(results)

function refuse(name: string): never {
  const lines = Object.entries(SUITES).map(([suite, { proves, part }]) => {
    return `  ${suite.padEnd(12)}${proves}${part ? `; ${suite}/NAME for ${part}` : ''}`
  })
  console.error(`There is no suite ${name}:\n${lines.join('\n')}`)
  process.exit(2)
}
