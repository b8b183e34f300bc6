// A process that stood still, as in a debugger or on a suspended machine: timers that are overdue fire
// in the order of their times, so a back-off ends before the time-out of the call does.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { added, clientOf, monstera, refused } from './stub-fetch.ts'

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('nothing is sent after the time-out, if the back-off ended meanwhile', async () => {
  const { client, sent } = clientOf([refused(503, { 'retry-after': '1' }), added()])
  const call = client.addPlant(monstera, { timeout: 1_200 })
  await setTimeout(200)
  standStill(1_500)
  const { error } = await call
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
  expect(sent).toHaveLength(1)
})

test('nothing is sent after the time-out, if the token came meanwhile', async () => {
  const accessToken = () => setTimeout(100, 'token')
  const { client, sent } = clientOf(added(), { accessToken })
  const call = client.addPlant(monstera, { timeout: 200 })
  await setTimeout(10)
  standStill(300)
  expect((await call).error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
  expect(sent).toHaveLength(0)
})

test('nothing is sent after the time-out, if a hook came back meanwhile', async () => {
  const middleware = [{ onRequest: () => setTimeout(100) }]
  const { client, sent } = clientOf(added(), { middleware })
  const call = client.addPlant(monstera, { timeout: 200 })
  await setTimeout(10)
  standStill(300)
  expect((await call).error).toMatchObject({ kind: 'timeout' })
  expect(sent).toHaveLength(0)
})
