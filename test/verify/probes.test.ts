// The ids of a run, and how many requests and plants are announced.
import { expect, test } from 'vitest'
import { MAX_MORE } from '../../mock/verify/run/run.ts'
import { isValid, plain, type Seen, serve } from './sample-service.ts'
import { verifyInLines } from './verify-bin.ts'

/** The ids in bodies that are int64s, by their digits. */
function idsIn(seen: readonly Seen[]): bigint[] {
  const ids = seen.flatMap(({ body }) => {
    const [, digits, thousands] = /"id":"?(-?\d+)(?:\.0)?(e3)?"?[,}]/.exec(body) ?? []
    const id = digits === undefined ? 2n ** 70n : BigInt(digits) * (thousands ? 1000n : 1n)
    return BigInt.asIntN(64, id) === id ? [id] : []
  })
  return [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
}

test('The announced counts are those of what is sent, from the first id on', async () => {
  await using service = await serve(plain)
  const { first } = await verifyInLines(service.url, '--first-id', '1000')
  expect(first).toEqual({
    baseUrl: service.url,
    requests: service.seen.length,
    // A few more, should smaller ids or further plain plants be needed.
    plants: service.seen.filter(({ body }) => /"(id|name)"/.test(body)).length + MAX_MORE,
    firstId: '1000',
    seed: expect.any(Number),
  })
  expect(service.seen[0]?.body).toContain('"id":1000,')
})

test('A service that rejects known ids can be verified twice: two runs share only listed ids', async () => {
  const ids = new Set<string>()
  await using service = await serve(seen => {
    const id = /"id":(-?\d+)/.exec(seen.body)?.[1] ?? ''
    if (isValid(seen) && ids.has(id)) return { status: 409 }
    if (isValid(seen)) ids.add(id)
    return plain(seen)
  })
  const first = await verifyInLines(service.url)
  const half = service.seen.length
  const second = await verifyInLines(service.url)
  expect([first.code, second.code]).toEqual([0, 0])
  const before = new Set(idsIn(service.seen.slice(0, half)))
  const shared = idsIn(service.seen.slice(half)).filter(id => before.has(id))
  const text = shared.sort().join(', ')
  expect(shared).toHaveLength(16)
  expect(first.told).not.toContainEqual(expect.stringContaining('ids that exist'))
  expect(second.told).toContainEqual(expect.stringContaining('refuses these ids'))
  expect(text).toContain(String(2n ** 63n - 1n))
})
