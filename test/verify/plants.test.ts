// Which plants are sent: by the contract, by the seed, as many as asked for.
import { expect, test } from 'vitest'
import { ruleProbes } from '../../mock/verify/requests/rules.ts'
import { LISTED, plantsOf } from '../../mock/verify/requests/unusual-texts.ts'
import { verifyInProcess } from './in-process.ts'
import { plain } from './sample-service.ts'

const dryRun = async (...args: string[]) =>
  (await verifyInProcess(plain, '--dry-run', '--first-id', '1', ...args)).report

test('The same seed gives the same plants, and another seed others', async () => {
  const [one, same, other] = await Promise.all(
    ['5', '5', '6'].map(seed => dryRun('--seed', seed, '--plants', '150')),
  )
  expect(one).toContain('--seed 5)')
  expect(one).toBe(same)
  expect(other?.replace('--seed 6', '--seed 5')).not.toBe(one)
})

test('The first line shows the --seed of random texts, which repeats the plants', async () => {
  const first = await dryRun('--plants', '150')
  const [, seed = ''] = /--seed (\d+)\)/.exec(first) ?? []
  expect(await dryRun('--seed', seed, '--plants', '150')).toBe(first)
})

test('--plants is the number of unusual texts, each in a plant of its own: without it the whole list is sent, --plants 1 sends only the first; about 90 requests and those about the rules of fields are part of every run', async () => {
  const few = await verifyInProcess(plain, '--plants', '1')
  const { seen } = await verifyInProcess(plain)
  expect(seen).toHaveLength(few.seen.length + LISTED - 1)
  const [first] = plantsOf(LISTED, 1)
  const sent = few.seen.map(({ body }) => body).join()
  expect(sent).toContain(JSON.stringify(first?.unusual?.text))
  const many = await verifyInProcess(plain, '--plants', '300')
  expect(many.seen).toHaveLength(few.seen.length + 299)
  expect(Math.abs(few.seen.length - ruleProbes.length - 90)).toBeLessThan(12)
})
