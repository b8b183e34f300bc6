// Which plants are sent: by the contract, by the seed, as many as asked for.
import { expect, test } from 'vitest'
import { plain, serve } from './sample-service.ts'
import { verify, verifyInLines } from './verify-bin.ts'

const dryRun = async (...args: string[]) =>
  (await verify('http://h', '--dry-run', '--first-id', '1', ...args)).stdout

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
  const sent = async (count: string) => {
    await using service = await serve(plain)
    const { code, first } = await verifyInLines(service.url, '--plants', count)
    expect(code).toBe(0)
    return first.requests
  }
  const few = await sent('1')
  expect(await sent('300')).toBe(few + 299)
})
