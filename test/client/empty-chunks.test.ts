// A body of empty chunks without an end never leaves its turn, so that no timer could end the call.
import { expect, test } from 'vitest'
import { clientOf, monstera } from './stub-fetch.ts'

test('the call gives up on it', async () => {
  let reads = 0
  const read = () => {
    reads++
    return { done: false, value: '' }
  }
  const body = { getReader: () => ({ read, cancel() {} }) }
  const { error } = await clientOf(
    () => ({ status: 502, body, text: read }) as never,
  ).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', body: '' })
  expect(reads).toBeGreaterThan(1_000)
})
