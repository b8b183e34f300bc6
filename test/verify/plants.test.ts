// Which plants are sent: by the contract, by the seed, as many as asked for.
import { expect, test } from 'vitest'
import { bundle, generate } from '../generate/build.ts'
import { NAME, TAG } from '../generate/edit.ts'
import { plain, type Seen, serve, TOKEN } from './sample-service.ts'
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

test('With maxLength and pattern in the contract, only plants that they allow are called valid', async () => {
  const built = await bundle(
    await generate({
      [`${NAME}/maxLength`]: 10,
      [`${TAG}/pattern`]: '^[a-z]*$',
    }),
  )
  await using service = await serve(plain)
  const code = await built.verify([service.url, '--token', TOKEN, '--yes'], {
    print() {},
    warn() {},
  })
  expect(code).toBe(0)
  const isSent = (test: (plant: { name: string; tag?: string }) => boolean) =>
    service.seen.filter(seen => isPlant(seen) && test(JSON.parse(seen.body))).length
  expect(isSent(({ name }) => [...name].length > 10)).toBe(0)
  expect(isSent(({ tag = '' }) => !/^[a-z]*$/.test(tag))).toBe(0)
  expect(isSent(({ name }) => [...name].length === 10)).toBeGreaterThan(0)
})

const isPlant = ({ body }: Seen) => /^\{"id":-?\d+,"name":".*"\}$/.test(body)
