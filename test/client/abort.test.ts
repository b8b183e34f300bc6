import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  added,
  clientOf,
  connectionRefused,
  endlessBody,
  monstera,
  neverAnswers,
  refused,
} from './stub-fetch.ts'

const reason = new Error('the page was left')

test('before the call: nothing is sent and nothing asked', async () => {
  let asked = 0
  const { client, sent } = clientOf(added(), { accessToken: () => `token${asked++}` })
  const { error } = await client.addPlant(monstera, { signal: AbortSignal.abort(reason) })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
  expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
})

describe('Ends a call', () => {
  test('while a token is awaited', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(added(), {
      accessToken: () => {
        queueMicrotask(() => controller.abort(reason))
        return new Promise<string>(() => {})
      },
    })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
    expect(sent).toHaveLength(0)
  })

  test('while an answer is awaited; fetch is told', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(one => {
      queueMicrotask(() => controller.abort(reason))
      return neverAnswers(one)
    })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true, cause: reason })
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })

  test('while a body is read; the rest of it is cancelled', async () => {
    const controller = new AbortController()
    const { body, cancelled } = endlessBody('{"name":"Mon')
    const { client } = clientOf(() => {
      setTimeout(() => controller.abort(reason), 10)
      return new Response(body)
    })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true, cause: reason })
    await cancelled
  })

  test('in a back-off after a refusal, at once; nothing was added', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(() => {
      setTimeout(() => controller.abort(reason), 10)
      return refused(503, { 'retry-after': '20' })
    })
    const started = Date.now()
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
    expect(sent).toHaveLength(1)
    expect(Date.now() - started).toBeLessThan(10_000)
  })

  test('in a back-off after what may have been done', async () => {
    const controller = new AbortController()
    const { client } = clientOf(() => {
      setTimeout(() => controller.abort(reason), 10)
      return refused(500, { 'retry-after': '20' })
    })
    const { error } = await client.addPlant(monstera, {
      signal: controller.signal,
      retryAmbiguous: true,
    })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  })
})

test('a signal that outlives its calls gathers no listeners', async () => {
  const { signal } = new AbortController()
  for (const answer of [added(), refused(400), connectionRefused, neverAnswers]) {
    const { client } = clientOf(answer, { timeout: 50 })
    await client.addPlant(monstera, { signal })
  }
  const { client } = clientOf(added())
  await client.addPlant({ id: 1.5, name: '' }, { signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('a signal ends many calls at once, and Node warns of nothing', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const controller = new AbortController()
  const { signal } = controller
  const { client } = clientOf(neverAnswers)
  const calls = Array.from({ length: 50 }, () => client.addPlant(monstera, { signal }))
  const other = await clientOf(added()).client.addPlant(monstera, { signal })
  expect(other.ok).toBe(true) // and leaves the signal to the rest
  await setImmediate() // Node warns in the next turn
  controller.abort(reason)
  for (const { error } of await Promise.all(calls))
    expect(error).toMatchObject({ kind: 'aborted', cause: reason })
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('an abort after the call changes nothing', async () => {
  const controller = new AbortController()
  const { client } = clientOf(added())
  const result = await client.addPlant(monstera, { signal: controller.signal })
  controller.abort()
  expect(result.ok).toBe(true)
})

test('fetch is told the reason', async () => {
  const controller = new AbortController()
  const { client, sent } = clientOf(one => {
    queueMicrotask(() => controller.abort(reason))
    return neverAnswers(one)
  })
  await client.addPlant(monstera, { signal: controller.signal })
  expect(sent[0]?.init.signal?.reason).toBe(reason)
})

test('a call that has its answer does not abort its request', async () => {
  for (const answer of [added(), refused(400), new Response('<h1>', { status: 502 })]) {
    const { client, sent } = clientOf(answer)
    await client.addPlant(monstera)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
  }
})
