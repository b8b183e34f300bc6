// The fetch that hooks are given, `options.fetch`: what they send elsewhere changes nothing for the call.
import { setImmediate } from 'node:timers/promises'
import type { Middleware } from 'plant-store-client'
import { expect, test } from 'vitest'
import {
  added,
  baseUrl,
  clientOf,
  connectionRefused,
  connectionReset,
  endlessBody,
  monstera,
  neverAnswers,
  refused,
  refusingUrl,
} from './stub-fetch.ts'

const logs = 'https://logs.example.com/'
const plants = `${baseUrl}/plants`
const busy = refused(503, { 'retry-after': '0' })

/** Sends the plant again after a 401. */
const again: Middleware = {
  onResponse: ({ response, request: { url, headers }, options }) =>
    response.status === 401
      ? options.fetch(url, { method: 'POST', headers, body: JSON.stringify(monstera) })
      : undefined,
}

test("is the client's, and takes what any fetch takes", async () => {
  const { client, sent } = clientOf(added(), {
    middleware: [
      {
        async onRequest({ options, request }) {
          await options.fetch(logs)
          await options.fetch(new URL(logs), { method: 'PUT', body: 'text', headers: { a: 'b' } })
          await options.fetch(request.clone(), { credentials: 'include', redirect: 'error' })
        },
      },
    ],
  })
  expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
  expect(sent.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    `GET ${logs}`,
    `PUT ${logs}`,
    `POST ${plants}`,
    `POST ${plants}`,
  ])
  expect(sent[1]?.headers.get('a')).toBe('b')
  expect(sent[2]?.init).toMatchObject({ credentials: 'include', redirect: 'error' })
  const arrived = sent.map(({ url, init }) => new Request(url, init).text())
  const plant = JSON.stringify(monstera)
  expect(await Promise.all(arrived)).toEqual(['', 'text', plant, plant])
})

test.each<[string, () => Response]>([
  ['an answer', () => Response.json({ name: 'log' })],
  ['a refusal', () => refused(429)],
  [
    'a lost connection',
    () => {
      throw connectionReset
    },
  ],
])('a log entry that gets %s: the plant has the answer of the service', async (_name, logged) => {
  const log = async ({ options }: { options: { fetch: typeof fetch } }) =>
    void (await options.fetch(logs).catch(() => {}))
  const middleware = [{ onRequest: log, onResponse: log, onError: log }]
  const add = async (...answers: (() => Response)[]) => {
    const service = () => answers.shift()?.() ?? added()
    const { client } = clientOf(({ url }) => (url === logs ? logged() : service()), { middleware })
    return await client.addPlant(monstera)
  }
  expect(await add(added)).toMatchObject({ ok: true, data: monstera })
  expect(await add(() => busy.clone(), added)).toMatchObject({ ok: true })
  expect((await add(() => refused(400))).error).toMatchObject({
    kind: 'api',
    status: 400,
    mayHaveBeenAdded: false,
  })
  const lost = await add(() => {
    throw connectionReset
  })
  expect(lost.error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  expect(lost.response).toBeUndefined()
})

test('its answer in place of that of the service, whose body is cancelled', async () => {
  const { body, cancelled } = endlessBody('{"error":')
  const rejected = () => new Response(body, { status: 401 })
  const { client, sent } = clientOf([rejected, added()], { middleware: [again] })
  expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
  expect(sent.map(({ url, token }) => `${token} ${url}`)).toEqual(Array(2).fill(`token ${plants}`))
  await cancelled
})

test('its answer, where another hook does not come back: its body is cancelled', async () => {
  const first = endlessBody('{"error":')
  const second = endlessBody('{"name":')
  const hangs: Middleware = { onResponse: () => new Promise<Response>(() => {}) }
  const answers = [() => new Response(first.body, { status: 401 }), () => new Response(second.body)]
  const { client } = clientOf(answers, { middleware: [hangs, again], timeout: 20 })
  expect((await client.addPlant(monstera)).error).toMatchObject({ kind: 'timeout' })
  await Promise.all([first.cancelled, second.cancelled])
})

test('its answer in place of that of the service: no refusal is a proof', async () => {
  const { client } = clientOf([refused(401), refused(400)], { middleware: [again] })
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'api',
    status: 400,
    mayHaveBeenAdded: true,
  })
})

test('an abort of what a hook sends ends that alone', async () => {
  const hurries: Middleware = {
    onRequest: async ({ options }) =>
      void (await options.fetch(logs, { signal: AbortSignal.timeout(1) }).catch(() => {})),
  }
  const { client } = clientOf(one => (one.url === logs ? neverAnswers(one) : added()), {
    middleware: [hurries],
  })
  expect((await client.addPlant(monstera)).ok).toBe(true)
})

test("the call's end ends what a hook sends", async () => {
  const waits: Middleware = { onRequest: async ({ options }) => void (await options.fetch(logs)) }
  const { client, sent } = clientOf(neverAnswers, { middleware: [waits], timeout: 20 })
  expect((await client.addPlant(monstera)).error).toMatchObject({ kind: 'timeout' })
  expect(sent.map(({ url, init }) => [url, init.signal?.aborted])).toEqual([[logs, true]])
})

test('after the end, a hook cannot send the plant', async () => {
  const controller = new AbortController()
  let sending: Promise<Response> | undefined
  const late: Middleware = {
    async onRequest({ options, request }) {
      controller.abort()
      sending = options.fetch(request.clone())
      return await sending
    },
  }
  const { client, sent } = clientOf(added(), { middleware: [late] })
  const { error } = await client.addPlant(monstera, { signal: controller.signal })
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  await expect(sending).rejects.toThrow('the call has ended')
  expect(sent).toEqual([])
})

test('once the call is over, a hook cannot send the plant, and leaves no rejection behind', async () => {
  let end = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  let late: Promise<unknown> = isOver
  const { client, sent } = clientOf(refused(400), {
    middleware: [
      {
        onRequest({ options }) {
          late = isOver.then(() => void options.fetch(plants, { method: 'POST', body: '{}' }))
        },
      },
    ],
  })
  expect((await client.addPlant(monstera)).error?.mayHaveBeenAdded).toBe(false)
  end()
  await late
  await setImmediate() // until a rejection would be reported
  expect(sent).toHaveLength(1)
})

test('an error is no proof if the hook had aborted what it sent', async () => {
  const aborts: Middleware = {
    async onRequest({ options, request }) {
      await options.fetch(request.clone(), { signal: AbortSignal.abort() }).catch(() => {})
    },
  }
  const { client } = clientOf(connectionRefused, {
    middleware: [aborts],
    baseUrl: refusingUrl,
    maxRetries: 0,
  })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
})
