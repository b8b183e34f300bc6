/**
 * Tests the tarball in projects of its users, two at a time. The first argument is a list: `consumers` is
 * what CI runs, `setups` are more of them, and `examples` are those of examples/. Names choose some:
 * `npm run test:all -- consumers/vite consumers/jest`, from consumers and setups alike.
 */
import { freshFolder, pack, twoAtATime } from '../shell.ts'
import temporary from '../temporary.ts'
import { consume } from './consume.ts'
import type { Consumer } from './consumer.ts'
import { consumers } from './consumers.ts'
import { examples } from './examples.ts'
import { setups } from './setups.ts'

const lists: Record<string, Consumer[]> = { consumers, setups, examples }
const [list = '', ...wanted] = process.argv.slice(2)
const all = list === 'examples' ? examples : [...consumers, ...setups]
const unknown = wanted.find(word => !all.some(({ name }) => name === word))
if (unknown) {
  console.error(`There is no ${unknown}: ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const named = all.filter(({ name }) => wanted.includes(name))
const asked = wanted.length > 0 ? named : (lists[list] ?? [])
for (const { name, missing } of asked) if (missing) console.log(`${name}: ${missing}`)
const chosen = asked.filter(({ missing }) => !missing)

process.once('exit', temporary())
const tarball = await pack(await freshFolder())
const rows: Record<string, object> = {}
await twoAtATime(chosen, async consumer => {
  for (const { label, tools, skipped, failure, seconds } of await consume(consumer, tarball)) {
    const result = failure ? 'FAILED' : 'passes'
    const lines = [consumer.proves, skipped && `not here: ${skipped}`, tools, failure]
    console.log([`${result}  ${label}`, ...lines.filter(Boolean)].join('\n        '))
    rows[label] = { result, seconds }
    if (failure) process.exitCode = 1
  }
})
console.table(rows)
