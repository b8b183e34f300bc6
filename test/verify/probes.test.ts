// The ids of a run, and how many requests and plants are announced.
import { expect, test } from 'vitest'
import { MAX_MORE } from '../../mock/verify/run/run.ts'
import { BASE_URL, verifyInProcess } from './in-process.ts'
import { plain, refuse, type Seen, service } from './sample-service.ts'

/** The ids in bodies that are int64s, by their digits. */
function idsIn(seen: readonly Seen[]): bigint[] {
  const ids = seen.flatMap(({ body }) => {
    const [, digits, thousands] = /"id":"?(-?\d+)(?:\.0)?(e3)?"?[,}]/.exec(body) ?? []
    const id = digits === undefined ? 2n ** 70n : BigInt(digits) * (thousands ? 1000n : 1n)
    return BigInt.asIntN(64, id) === id ? [id] : []
  })
  return [...new Set(ids)]
}

test('It says first how many plants are added at most and where; --first-id sets where ids start', async () => {
  const { lines, seen } = await verifyInProcess(plain, '--json', '--first-id', '1000')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    baseUrl: BASE_URL,
    requests: seen.length,
    more: MAX_MORE,
    // A few more, should smaller ids or further plain plants be needed.
    plants: seen.filter(({ body }) => /"(id|name)"/.test(body)).length + MAX_MORE,
    firstId: '1000',
    seed: expect.any(Number),
  })
  expect(seen[0]?.body).toContain('"id":1000,')
})

test('Each run uses new ids; only 16 fixed ones, such as 0, 2^53 and 9223372036854775807, recur', async () => {
  const ids = new Set<bigint>()
  const answer = service({
    refuses: ({ id }) => (ids.has(id) ? refuse(409, 'It exists') : void ids.add(id)),
  })
  const [first, second] = [await verifyInProcess(answer), await verifyInProcess(answer)]
  expect([first.code, second.code]).toEqual([0, 0])
  const before = new Set(idsIn(first.seen))
  const shared = idsIn(second.seen).filter(id => before.has(id))
  expect(shared).toHaveLength(16)
  expect(shared).toEqual(expect.arrayContaining([0n, 2n ** 53n, 9223372036854775807n]))
  expect(first.report).not.toContain('ids that exist')
  expect(second.report).toMatch(
    /refuses these ids as it refuses ids that exist, .*: -?\d+(?:, -?\d+){5} and 10 more /,
  )
})
