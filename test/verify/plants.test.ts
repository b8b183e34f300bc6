// Which plants are sent: by the contract, by the seed, as many as asked for.
import { expect, test } from 'vitest'
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

test('Without --seed, the printed seed repeats the plants', async () => {
  const first = await dryRun()
  const [, seed = ''] = /--seed (\d+)\)/.exec(first) ?? []
  expect(await dryRun('--seed', seed)).toBe(first)
})

test('--plants sends more plants, or fewer', async () => {
  const few = await verifyInProcess(plain, '--plants', '1')
  const many = await verifyInProcess(plain, '--plants', '300')
  expect(many.seen).toHaveLength(few.seen.length + 299)
})
