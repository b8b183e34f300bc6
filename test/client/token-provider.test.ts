// A refresh that never settles holds up the calls that share it only as long as the call that asked.
import { expect, test } from 'vitest'
import { added, clientOf, monstera } from './stub-fetch.ts'

test('when the call that asked times out, those that wait with it ask anew', async () => {
  let asked = 0
  const accessToken = () => (++asked === 1 ? new Promise<string>(() => {}) : 'token')
  const { client } = clientOf(added(), { accessToken })
  const first = client.addPlant(monstera, { timeout: 50 })
  const second = client.addPlant(monstera)
  const third = client.addPlant(monstera)
  expect((await first).error?.kind).toBe('timeout')
  expect((await second).ok).toBe(true)
  expect((await third).ok).toBe(true)
  expect(asked).toBe(2)
})

test('when the call that asked is aborted, so do they', async () => {
  const controller = new AbortController()
  let asked = 0
  const accessToken = () => (++asked === 1 ? new Promise<string>(() => {}) : 'token')
  const { client } = clientOf(added(), { accessToken })
  const first = client.addPlant(monstera, { signal: controller.signal })
  const second = client.addPlant(monstera)
  controller.abort()
  expect((await first).error?.kind).toBe('aborted')
  expect((await second).ok).toBe(true)
})

test('a later call asks anew, also for the same rejected token', async () => {
  let refreshes = 0
  const { client } = clientOf(
    ({ token }) =>
      token === 'new' ? added() : Response.json({ error: 401, message: 'No.' }, { status: 401 }),
    {
      accessToken: ({ rejected }) => {
        if (rejected === undefined) return 'old'
        return ++refreshes === 1 ? new Promise<string>(() => {}) : 'new'
      },
    },
  )
  const { error } = await client.addPlant(monstera, { timeout: 50 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
  expect((await client.addPlant(monstera)).ok).toBe(true)
})

test('calls that have ended do not ask', async () => {
  const controller = new AbortController()
  let asked = 0
  const accessToken = () => {
    asked++
    return new Promise<string>(() => {})
  }
  const { client } = clientOf(added(), { accessToken })
  const calls = Array.from({ length: 10 }, () =>
    client.addPlant(monstera, { signal: controller.signal }),
  )
  controller.abort()
  for (const { error } of await Promise.all(calls)) expect(error?.kind).toBe('aborted')
  expect(asked).toBe(1)
})
