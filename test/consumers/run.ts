/**
 * Proves the tarball in projects of its users, two at a time: `npm run test:consumers`, or
 * `npm run test:consumers -- vite jest` for some of them: jest is also jest-msw-3.0.5.
 */
import { freshFolder, pack } from '../support/shell.ts'
import temporary from '../support/temporary.ts'
import { consume } from './consume.ts'
import { consumers } from './consumers.ts'

const wanted = process.argv.slice(2)
const isNamed = (name: string, part: string) => name === part || name.startsWith(`${part}-`)
const none = wanted.find(part => !consumers.some(({ name }) => isNamed(name, part)))
if (none) {
  console.error(`No consumer is named ${none}: ${consumers.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = consumers.filter(
  ({ name }) => wanted.length === 0 || wanted.some(part => isNamed(name, part)),
)

process.once('exit', temporary())
const tarball = await pack(await freshFolder())
const rows: string[][] = []
const left = [...chosen]
async function work(): Promise<void> {
  for (let consumer = left.shift(); consumer; consumer = left.shift()) {
    const { name, proves } = consumer
    const { tools, skipped, failure, seconds } = await consume(consumer, tarball)
    if (failure) {
      console.error(`\n${name} FAILED: ${failure}\n`)
      process.exitCode = 1
    }
    const result = failure ? 'FAILED' : 'passes'
    const time = `${seconds} s`.padStart(5)
    rows[chosen.indexOf(consumer)] = [name.padEnd(17), result, time, tools, skipped ?? proves]
    console.log(`${result}  ${name}`)
  }
}
await Promise.all([work(), work()])

const head = ['consumer'.padEnd(17), 'result', ' time', 'tools', 'what was checked']
console.log()
for (const row of [head, head.map(title => '-'.repeat(title.length)), ...rows])
  console.log(`| ${row.join(' | ')} |`)
