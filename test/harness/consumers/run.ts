/**
 * Proves the tarball in projects of its users, two at a time: `npm run test:all -- consumers` takes
 * those of CI, `npm run test:all -- setups` the others. With names it takes those alone, from both lists:
 * `npm run test:all -- consumers/vite consumers/jest`.
 */
import { freshFolder, pack, twoAtATime } from '../shell.ts'
import { toTable } from '../table.ts'
import temporary from '../temporary.ts'
import { consume } from './consume.ts'
import { consumers } from './consumers.ts'
import { setups } from './setups.ts'

const all = [...consumers, ...setups]
const words = process.argv.slice(2)
const wanted = words.filter(word => word !== '--setups')
const unknown = wanted.find(word => !all.some(({ name }) => name === word))
if (unknown) {
  console.error(`No consumer is named ${unknown}: ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const list = words.includes('--setups') ? setups : consumers
const chosen = wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : list

process.once('exit', temporary())
const tarball = await pack(await freshFolder())
const rows: string[][][] = []
await twoAtATime(chosen, async consumer => {
  const outcomes = await consume(consumer, tarball)
  for (const { label, failure } of outcomes) {
    const result = failure ? 'FAILED' : 'passes'
    console.log(`${result}  ${label}${failure ? `: ${failure}\n` : ''}`)
    if (failure) process.exitCode = 1
  }
  rows[chosen.indexOf(consumer)] = outcomes.map(outcome => {
    const { label, tools, skipped, failure, seconds } = outcome
    const what = [consumer.proves, skipped && `not here: ${skipped}`].filter(Boolean).join('; ')
    return [label, failure ? 'FAILED' : 'passes', `${seconds} s`, tools, what]
  })
})

const head = ['consumer', 'result', 'time', 'tools', 'what was checked']
console.log(`\n${toTable(head, rows.flat())}`)
