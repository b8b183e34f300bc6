// What comes after the end of a call changes nothing: nothing more is sent, run or read.
import { expect, test } from 'vitest'
import { added, clientOf, endlessBody, monstera, neverAnswers } from './stub-fetch.ts'

/** A promise that the test resolves. */
function later<T>() {
  let resolve = (_value: T) => {}
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Long enough for all that a call does without waiting. */
async function turns() {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('a token: no hook runs, and nothing is sent', async () => {
  const token = later<string>()
  let hooks = 0
  const { client, sent } = clientOf(added(), {
    accessToken: () => token.promise,
    middleware: [{ onRequest: () => void hooks++ }],
  })
  const { error } = await client.addPlant(monstera, { timeout: 20 })
  token.resolve('token')
  await turns()
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: false })
  expect({ hooks, sent }).toEqual({ hooks: 0, sent: [] })
})

test('an onRequest that comes back: nothing is sent, and no other hook is called', async () => {
  const hook = later<undefined>()
  let others = 0
  const other = () => void others++
  const { client, sent } = clientOf(added(), {
    middleware: [
      { onRequest: () => hook.promise, onError: other },
      { onRequest: other, onError: other },
    ],
  })
  const { error } = await client.addPlant(monstera, { timeout: 20 })
  hook.resolve(undefined)
  await turns()
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect({ others, sent }).toEqual({ others: 0, sent: [] })
})

test('an onResponse that comes back: its result is no longer used', async () => {
  const hook = later<Response>()
  const { client, sent } = clientOf(added(), { middleware: [{ onResponse: () => hook.promise }] })
  const result = await client.addPlant(monstera, { timeout: 20 })
  hook.resolve(added())
  await turns()
  expect(result).toMatchObject({ ok: false, error: { kind: 'timeout', mayHaveBeenAdded: true } })
  expect(sent).toHaveLength(1)
})

test('an answer, where an onResponse does not come back: its body is cancelled', async () => {
  const answer = later<Response>()
  const { body, cancelled } = endlessBody('{"name":"')
  const { client } = clientOf(() => answer.promise, {
    middleware: [{ onResponse: () => new Promise<Response>(() => {}) }],
  })
  const { error } = await client.addPlant(monstera, { timeout: 20 })
  answer.resolve(new Response(body))
  await cancelled
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
})

test('a body that cannot be cancelled: no more of it is read', async () => {
  let reads = 0
  const read = () =>
    new Promise(resolve =>
      setImmediate(() => {
        reads++
        resolve({ done: false, value: 'a' })
      }),
    )
  const body = { getReader: () => ({ read }) }
  const { client } = clientOf(() => ({ status: 200, body, text: neverAnswers }) as never)
  const { error } = await client.addPlant(monstera, { timeout: 20 })
  await turns()
  const before = reads
  await turns()
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  expect(reads).toBe(before)
})
