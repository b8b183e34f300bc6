// The caller's signal, and that of a hook's Request, end what they are for, and leave nothing behind.
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { revokedProxy, thrownValues } from './hostile-values.ts'
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

describe('An abort ends a call', () => {
  test('while a token is awaited', async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(added(), {
      accessToken: () => {
        controller.abort(reason)
        return new Promise<string>(() => {})
      },
      timeout: Number.POSITIVE_INFINITY,
    })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false, cause: reason })
    expect(sent).toHaveLength(0)
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

  test('while a hook runs', async () => {
    const controller = new AbortController()
    const hangs: Middleware = {
      onRequest() {
        controller.abort(reason)
        return new Promise<undefined>(() => {})
      },
    }
    const { client } = clientOf(added(), { middleware: [hangs] })
    const { error } = await client.addPlant(monstera, { signal: controller.signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true, cause: reason })
  })

  test.each([
    [503, false],
    [500, true],
  ])('in a back-off after a %s, at once', async (status, mayHaveBeenAdded) => {
    const controller = new AbortController()
    const { client, sent } = clientOf(() => {
      setTimeout(() => controller.abort(reason), 10)
      return refused(status, { 'retry-after': '20' })
    })
    const started = Date.now()
    const { signal } = controller
    const { error } = await client.addPlant(monstera, { signal, retryAmbiguous: true })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded, cause: reason })
    expect(sent).toHaveLength(1)
    expect(Date.now() - started).toBeLessThan(10_000)
  })
})

test.each(thrownValues)('the reason of an abort is its cause: %s', async (_name, make) => {
  const thrown = make()
  const controller = new AbortController()
  const { client } = clientOf(one => {
    queueMicrotask(() => controller.abort(thrown))
    return neverAnswers(one)
  })
  const { error } = await client.addPlant(monstera, { signal: controller.signal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  expect(Object.is(error?.cause, controller.signal.reason)).toBe(true)
})

describe('No listener is left', () => {
  test('on a signal that outlives its calls', async () => {
    const { signal } = new AbortController()
    for (const answer of [added(), refused(400), connectionRefused, neverAnswers])
      await clientOf(answer, { timeout: SOON }).client.addPlant(monstera, { signal })
    await clientOf(added()).client.addPlant({ id: 1.5, name: '' }, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('on a signal that ends 50 calls: they share one listener, and Node warns of nothing', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    const controller = new AbortController()
    const { signal } = controller
    const { client } = clientOf(neverAnswers)
    const calls = Array.from({ length: 50 }, () => client.addPlant(monstera, { signal }))
    const other = await clientOf(added()).client.addPlant(monstera, { signal })
    expect(other.ok).toBe(true) // and leaves the signal to the rest
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await setImmediate() // Node warns in the next turn
    controller.abort(reason)
    for (const { error } of await Promise.all(calls))
      expect(error).toMatchObject({ kind: 'aborted', cause: reason })
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('on the signal of a Request that a hook was given', async () => {
    for (const answer of [added(), refused(400), new Error('reset'), neverAnswers]) {
      const requests: Request[] = []
      const remembers: Middleware = { onRequest: ({ request }) => void requests.push(request) }
      await clientOf(answer, { middleware: [remembers], timeout: SOON }).client.addPlant(monstera)
      await setImmediate()
      expect(requests).toHaveLength(1)
      for (const { signal } of requests) expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    }
  })
})

test('an abort after the call changes nothing', async () => {
  const controller = new AbortController()
  const result = await clientOf(added()).client.addPlant(monstera, { signal: controller.signal })
  controller.abort()
  expect(result.ok).toBe(true)
})

test('a call that has its response does not abort its request', async () => {
  for (const answer of [added(), refused(400), new Response('<h1>', { status: 502 })]) {
    const { client, sent } = clientOf(answer)
    await client.addPlant(monstera)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
  }
})

const listeners = { addEventListener() {}, removeEventListener() {} }

test.each<[string, () => unknown]>([
  ['null', () => null],
  ['a string', () => 'no'],
  ['an empty object', () => ({})],
  ['aborted alone', () => ({ aborted: true, reason: 'left' })],
  ['listeners alone', () => ({ ...listeners })],
  ['aborted as a string', () => ({ ...listeners, aborted: 'no' })],
  ['no addEventListener', () => ({ ...listeners, aborted: false, addEventListener: undefined })],
  ['no removeEventListener', () => ({ ...listeners, aborted: false, removeEventListener: null })],
  ['an AbortController', () => new AbortController()],
  ['an EventTarget', () => new EventTarget()],
])('%s is no signal: nothing is sent', async (_name, make) => {
  const { client, sent } = clientOf(added())
  const { error } = await client.addPlant(monstera, { signal: make() as never })
  if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
  const [issue] = error.issues
  expect(issue?.path).toEqual(['options', 'signal'])
  expect(issue?.message).toMatch(/^must be an AbortSignal, but got /)
  expect(sent).toHaveLength(0)
})

test('a signal that cannot be read is no signal', async () => {
  const { client, sent } = clientOf(added())
  const { error } = await client.addPlant(monstera, { signal: revokedProxy() as never })
  expect(error).toMatchObject({
    kind: 'invalid-request',
    issues: [{ path: ['options', 'signal'] }],
  })
  expect(sent).toHaveLength(0)
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

describe('A signal without a reason, as polyfills have it', () => {
  test('ends a call', async () => {
    const { signal, fire, heard } = double()
    const { client } = clientOf(one => {
      queueMicrotask(fire)
      queueMicrotask(fire)
      return neverAnswers(one)
    })
    const { error } = await client.addPlant(monstera, { signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
    expect(error?.message).toMatch(/ was aborted$/)
    expect(heard.size).toBe(0)
  })

  test('that fired before ends the call before anything is sent', async () => {
    const { signal, fire } = double()
    fire()
    const { client, sent } = clientOf(added())
    const { error } = await client.addPlant(monstera, { signal })
    expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(0)
  })

  test('does not disturb a call, and does not end it later', async () => {
    const { signal, fire, heard } = double()
    const result = await clientOf(added()).client.addPlant(monstera, { signal })
    fire()
    expect(result.ok).toBe(true)
    expect(heard.size).toBe(0)
  })
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

  test('ends the body', async () => {
    const own = new AbortController()
    const { body, cancelled } = endlessBody('{"name":')
    const { client } = clientOf(
      () => {
        setTimeout(() => own.abort(reason), 10)
        return new Response(body)
      },
      { middleware: [follows(own.signal)] },
    )
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: reason })
    await cancelled
  })

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
