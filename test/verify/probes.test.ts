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

test('The announced counts are those of what is sent, from the first id on', async () => {
  const { lines, seen } = await verifyInProcess(plain, '--json', '--first-id', '1000')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    baseUrl: BASE_URL,
    requests: seen.length,
    // A few more, should smaller ids or further plain plants be needed.
    plants: seen.filter(({ body }) => /"(id|name)"/.test(body)).length + MAX_MORE,
    firstId: '1000',
    seed: expect.any(Number),
  })
  expect(seen[0]?.body).toContain('"id":1000,')
})

test('A service that rejects known ids can be verified twice: two runs share only listed ids', async () => {
  const ids = new Set<bigint>()
  const answer = service({
    refuses: ({ id }) => (ids.has(id) ? refuse(409, 'It exists') : void ids.add(id)),
  })
  const [first, second] = [await verifyInProcess(answer), await verifyInProcess(answer)]
  expect([first.code, second.code]).toEqual([0, 0])
  const before = new Set(idsIn(first.seen))
  const shared = idsIn(second.seen).filter(id => before.has(id))
  expect(shared).toHaveLength(16)
  expect(shared).toContain(2n ** 63n - 1n)
  expect(first.report).not.toContain('ids that exist')
  expect(second.report).toMatch(
    /refuses these ids as it refuses ids that exist, .*: -?\d+(?:, -?\d+){5} and 10 more /,
  )
})
