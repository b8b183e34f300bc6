// Ctrl-C or another signal ends a run, which says which plants are in the service by then.
import { once } from 'node:events'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { expectedPlant } from '../harness/expected-plant.ts'
import { isValid, plain, refuse, serve, TOKEN } from './sample-service.ts'

/** What a service does with a plant, `count` of which were added before: it may hold the response back. */
type Deal = (count: number, isKnown: boolean) => 'add' | 'hold' | 'refuse' | 'fail'

test.each<[when: string, deal: Deal, signal?: 'SIGTERM' | 'SIGHUP']>([
  ['at the first request', () => 'hold'],
  ['after some plants', count => (count < 7 ? 'add' : 'hold'), 'SIGTERM'],
  ['between two requests with one id', (_, isKnown) => (isKnown ? 'hold' : 'add'), 'SIGHUP'],
  [
    'while a refusal is repeated',
    (count, isKnown) => (isKnown ? 'refuse' : count < 30 ? 'add' : 'hold'),
  ],
  [
    'after a plant that was added, as a 500 does not say',
    count => (count === 4 ? 'fail' : count < 9 ? 'add' : 'hold'),
  ],
])('Ended %s, it names every plant in the service, and no other', async (_, deal, signal) => {
  const inService: string[] = []
  const confirmed: string[] = []
  const held = new EventTarget()
  await using service = await serve(seen => {
    const id = isValid(seen) ? `${expectedPlant(seen.body)?.id}` : undefined
    if (id === undefined) return plain(seen)
    const what = deal(inService.length, inService.includes(id))
    if (what === 'refuse') return refuse(409, 'There is such a plant')
    if (!inService.includes(id)) inService.push(id)
    if (what === 'fail') return refuse(500, 'Something failed')
    if (what === 'add') {
      if (!confirmed.includes(id)) confirmed.push(id)
      return plain(seen)
    }
    held.dispatchEvent(new Event('held'))
    return undefined
  })
  const args = ['verify', service.url, '--token', TOKEN, '--yes', '--first-id', '1000']
  const bin = new Bin(args, {}, 'plant-store-client')
  await Promise.race([once(held, 'held'), bin.ended])
  const sent = signal ?? 'SIGINT'
  expect(await bin.stop(sent)).toBe(128 + constants.signals[sent])
  const { stderr } = await bin.ended
  const { count, added, perhaps } = read(stderr)
  expect(count).toBe(added.length)
  expect(added).toEqual(sorted(confirmed))
  expect(perhaps).toEqual(sorted(inService.filter(id => !confirmed.includes(id))))
})

const sorted = (ids: readonly string[]) => [...ids].map(BigInt).sort((a, b) => (a < b ? -1 : 1))

/** The ids that the line has, with each range written out. */
function read(stderr: string) {
  const [, count, added, perhaps] =
    /Interrupted\. (\d+) plants? (?:was|were) added to \S+?(?:, with the ids? ([-\d ,to]+?))?(?:, and perhaps those with the ids? ([-\d ,to]+))?$/m.exec(
      stderr,
    ) ?? []
  const idsOf = (text = '') =>
    text
      .split(', ')
      .filter(Boolean)
      .flatMap(range => {
        const [first = '', last = first] = range.split(' to ')
        return Array.from(
          { length: Number(BigInt(last) - BigInt(first)) + 1 },
          (_, index) => BigInt(first) + BigInt(index),
        )
      })
  return { count: Number(count), added: idsOf(added), perhaps: idsOf(perhaps), stderr }
}
