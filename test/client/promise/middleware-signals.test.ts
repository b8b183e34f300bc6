// A middleware may give a Request with a signal of its own, which then ends the attempt too.
import { getEventListeners } from 'node:events'
import type { Middleware } from 'plant-store-client'
import { expect, test } from 'vitest'
import { added, clientOf, monstera, neverAnswers, refused } from '../stub-fetch.ts'

const reason = new Error('enough')

test('it aborts while an answer is awaited: fetch is told why', async () => {
  const own = new AbortController()
  const follows: Middleware = {
    onRequest: ({ request }) => new Request(request, { signal: own.signal }),
  }
  const { client, sent } = clientOf(
    one => {
      setTimeout(() => own.abort(reason))
      return neverAnswers(one)
    },
    { middleware: [follows] },
  )
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: reason })
  expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason })
})

test('it has aborted before: fetch is called with a signal that says so', async () => {
  const follows: Middleware = {
    onRequest: ({ request }) => new Request(request, { signal: AbortSignal.abort(reason) }),
  }
  const { client, sent } = clientOf(neverAnswers, { middleware: [follows] })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', cause: reason })
  expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason })
})

test('nothing is left that listens to it after the attempt', async () => {
  for (const answer of [added(), refused(400), new Error('reset'), neverAnswers]) {
    const requests: Request[] = []
    const remembers: Middleware = {
      onRequest({ request }) {
        requests.push(request)
      },
    }
    const { client } = clientOf(answer, { middleware: [remembers], timeout: 30 })
    await client.addPlant(monstera)
    await new Promise(setImmediate)
    expect(requests).toHaveLength(1)
    for (const { signal } of requests) expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  }
})

test('an abort of it after the attempt does not end the next', async () => {
  const controllers: AbortController[] = []
  const follows: Middleware = {
    onRequest({ request }) {
      for (const earlier of controllers) earlier.abort(reason)
      const controller = new AbortController()
      controllers.push(controller)
      return new Request(request, { signal: controller.signal })
    },
  }
  const busy = refused(503, { 'retry-after': '0' })
  const { client, sent } = clientOf([busy, added()], { middleware: [follows] })
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(sent[1]?.init.signal?.aborted).toBe(false)
})
