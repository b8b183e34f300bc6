// The caller's signal and the signal of a hook's Request end what they are for, and leave nothing behind.
import { getEventListeners, setMaxListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'

import {
  added,
  clientOf,
  connectionRefused,
  endlessBody,
  monstera,
  neverAnswers,
  refused,
  SOON,
} from './stub-fetch.ts'

const reason = new Error('the page was left')

test('an abort before the call: no token is asked for, and nothing is sent', async () => {
  let asked = 0
  const { client, sent } = clientOf(added(), { accessToken: () => `token${asked++}` })
  const { error } = await client.addPlant(monstera, { signal: AbortSignal.abort(reason) })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
  expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
})

describe('An abort ends a call, and its reason is the cause', () => {
  type Given = (controller: AbortController) => Parameters<typeof clientOf>
  const hangs = () => new Promise<never>(() => {})
  test.each<[when: string, given: Given, mayHaveBeenAdded: boolean]>([
    [
      'while a token is awaited',
      controller => [
        added(),
        {
          timeout: Number.POSITIVE_INFINITY,
          accessToken() {
            controller.abort(reason)
            return hangs()
          },
        },
      ],
      false,
    ],
    [
      'while a hook runs',
      controller => [
        added(),
        {
          middleware: [
            {
              onRequest() {
                controller.abort(reason)
                return hangs()
              },
            },
          ],
        },
      ],
      true,
    ],
    [
      'in a back-off after a 503',
      controller => [
        () => {
          setTimeout(() => controller.abort(reason), 10)
          return refused(503, { 'retry-after': '50' }) // longer than this test may take
        },
        { timeout: 100_000 },
      ],
      false,
    ],
  ])('%s', async (_when, given, mayHaveBeenAdded) => {
    const controller = new AbortController()
    const { client, sent } = clientOf(...given(controller))
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded, cause: reason })
    expect(sent.length).toBeLessThan(2)
  })

  test('even a reason with the token, which the message does not show', async () => {
    const controller = new AbortController()
    const secret = new Error('secret-token has expired')
    const { client } = clientOf(
      one => {
        queueMicrotask(() => controller.abort(secret))
        return neverAnswers(one)
      },
      { accessToken: 'secret-token' },
    )
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error?.cause).toBe(secret)
    expect(error?.message).toContain('[access token] has expired')
  })

  test('while a response is awaited: fetch is told the reason', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(one => {
      queueMicrotask(() => controller.abort(reason))
      return neverAnswers(one)
    })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true, cause: reason })
    expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason })
  })

  test('while a body is read: the rest of it is cancelled', async () => {
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
})

describe('No listener is left', () => {
  test('on a signal that outlives its calls', async () => {
    const { signal } = new AbortController()
    for (const answer of [added(), refused(400), connectionRefused, neverAnswers])
      await clientOf(answer, { timeout: SOON }).client.addPlant(monstera, { signal })
    await clientOf(added()).client.addPlant({ id: 1.5, name: '' }, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('on a signal that ends 50 calls', async () => {
    const controller = new AbortController()
    const { signal } = controller
    setMaxListeners(50, signal) // Node 20 warns at eleven
    const { client } = clientOf(neverAnswers)
    const calls = Array.from({ length: 50 }, () => client.addPlant(monstera, { signal }))
    const other = await clientOf(added()).client.addPlant(monstera, { signal })
    expect(other.ok).toBe(true) // and leaves the signal to the rest
    expect(getEventListeners(signal, 'abort')).toHaveLength(50)
    controller.abort(reason)
    for (const { error } of await Promise.all(calls))
      expect(error).toMatchObject({ kind: 'aborted', cause: reason })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('on the signal of a Request that a hook was given', async () => {
    for (const [name, answer] of Object.entries({
      added: added(),
      refused: refused(400),
      reset: new Error('reset'),
      silence: neverAnswers,
    })) {
      const requests: Request[] = []
      const remembers: Middleware = { onRequest: ({ request }) => void requests.push(request) }
      await clientOf(answer, { middleware: [remembers], timeout: SOON }).client.addPlant(monstera)
      await setImmediate()
      expect(requests, name).toHaveLength(1)
      for (const { signal } of requests)
        expect(getEventListeners(signal, 'abort'), name).toHaveLength(0)
    }
  })
})

test('a call that has its response does not abort its request', async () => {
  for (const [name, answer] of Object.entries({
    added: added(),
    refused: refused(400),
    'not JSON': new Response('<h1>', { status: 502 }),
  })) {
    const { client, sent } = clientOf(answer)
    await client.addPlant(monstera)
    expect(sent[0]?.init.signal?.aborted, name).toBe(false)
  }
})

const listeners = { addEventListener() {}, removeEventListener() {} }

test.each<[string, () => unknown]>([
  ['a string', () => 'no'],
  ['listeners alone', () => ({ ...listeners })],
  ['no addEventListener', () => ({ ...listeners, aborted: false, addEventListener: undefined })],
  ['no removeEventListener', () => ({ ...listeners, aborted: false, removeEventListener: null })],
  [
    'listeners that are no functions',
    () => ({ aborted: false, addEventListener: true, removeEventListener: true }),
  ],
  ['an AbortController', () => new AbortController()],
  ['an EventTarget', () => new EventTarget()],
])('%s is not a signal: nothing is sent', async (_name, make) => {
  const { client, sent } = clientOf(added())
  const { error } = await client.addPlant(monstera, { signal: make() as never })
  if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
  const [issue] = error.issues
  expect(issue?.path).toEqual(['options', 'signal'])
  expect(issue?.message).toMatch(/^must be an AbortSignal, but got /)
  expect(sent).toHaveLength(0)
})

test('null is no signal, as for fetch', async () => {
  const { client, sent } = clientOf(added())
  expect((await client.addPlant(monstera, { signal: null })).ok).toBe(true)
  expect(sent).toHaveLength(1)
})

/** A polyfill without `reason`, fired by hand. */
function double() {
  const heard = new Set<() => void>()
  const signal = {
    aborted: false,
    addEventListener: (_type: string, listener: () => void) => void heard.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void heard.delete(listener),
  }
  const fire = () => {
    signal.aborted = true
    for (const listener of [...heard]) listener()
  }
  return { signal: signal as unknown as AbortSignal, fire, heard }
}

test('a signal without a reason, as polyfills have it, ends a call', async () => {
  const { signal, fire, heard } = double()
  const { client } = clientOf(one => {
    queueMicrotask(fire)
    return neverAnswers(one)
  })
  const { error } = await client.addPlant(monstera, { signal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  expect(error?.message).toMatch(/ was aborted$/)
  expect(heard.size).toBe(0)
})

describe('The signal of a Request that a hook returns', () => {
  const follows = (signal: AbortSignal): Middleware => ({
    onRequest: ({ request }) => new Request(request, { signal }),
  })

  test.each(['before fetch is called', 'while a response is awaited'])(
    'ends the attempt, and fetch is told the reason: %s',
    async when => {
      const own = new AbortController()
      if (when.startsWith('before')) own.abort(reason)
      else setTimeout(() => own.abort(reason), 10)
      const { client, sent } = clientOf(neverAnswers, { middleware: [follows(own.signal)] })
      const { error } = await client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: reason })
      expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason })
    },
  )

  test('does not end the next attempt once it is over', async () => {
    const controllers: AbortController[] = []
    const fresh: Middleware = {
      onRequest({ request }) {
        for (const earlier of controllers) earlier.abort(reason)
        const controller = new AbortController()
        controllers.push(controller)
        return new Request(request, { signal: controller.signal })
      },
    }
    const busy = refused(503, { 'retry-after': '0' })
    const { client, sent } = clientOf([busy, added()], { middleware: [fresh] })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent[1]?.init.signal?.aborted).toBe(false)
  })
})
