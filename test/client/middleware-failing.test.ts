// Hooks that throw, or return what they must not.
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

const broken = new Error('broken middleware')
const breaks = () => {
  throw broken
}
const using = (...middleware: Middleware[]) => ({ middleware, maxRetries: 0 })

const failed = { kind: 'middleware', cause: broken }

test('onRequest throws: it may have sent the plant itself', async () => {
  const { client, sent } = clientOf(added(), using({ onRequest: breaks }))
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ ...failed, mayHaveBeenAdded: true })
  expect(error?.message).toContain('broken middleware')
  expect(sent).toHaveLength(0)
})

test('onResponse throws: the unread body is cancelled', async () => {
  const { body, cancelled } = endlessBody('{')
  const { client } = clientOf(() => new Response(body), using({ onResponse: breaks }))
  expect((await client.addPlant(monstera)).error).toMatchObject({
    ...failed,
    mayHaveBeenAdded: true,
  })
  await cancelled
})

test('onError throws', async () => {
  const { client } = clientOf(connectionReset, using({ onError: breaks }))
  expect((await client.addPlant(monstera)).error).toMatchObject({
    ...failed,
    mayHaveBeenAdded: true,
  })
})

test('a hook throws the response that another has returned', async () => {
  const { client } = clientOf(
    refused(400),
    using(
      {
        onResponse({ response }) {
          throw response
        },
      },
      { onResponse: ({ response }) => response },
    ),
  )
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'middleware',
    mayHaveBeenAdded: true,
  })
})

test('a signal of its own fires with the refusal of another connection: no proof', async () => {
  const controller = new AbortController()
  const { client } = clientOf(
    one => {
      queueMicrotask(() => controller.abort(connectionRefused))
      return neverAnswers(one)
    },
    {
      ...using({ onRequest: ({ request }) => new Request(request, controller) }),
      baseUrl: refusingUrl,
    },
  )
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'network',
    mayHaveBeenAdded: true,
  })
})

test('the body is read without a clone', async () => {
  const { client } = clientOf(
    added(),
    using({
      async onResponse({ response }) {
        await response.json()
      },
    }),
  )
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
})

test.each<[string, Middleware, string]>([
  ['onRequest', { onRequest: () => 'nonsense' as never }, 'a Request or a Response'],
  ['onResponse', { onResponse: () => 'nonsense' as never }, 'a Response'],
  ['onError', { onError: () => 'nonsense' as never }, 'an Error or a Response'],
])('%s must return what openapi-fetch takes, and the error says so', async (name, hooks, words) => {
  const answer = name === 'onError' ? connectionReset : added()
  const { error } = await clientOf(answer, { middleware: [hooks] }).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
  expect(error?.cause).toBeInstanceOf(TypeError)
  expect(error?.message).toBe(
    `POST ${baseUrl}/plants failed in middleware: ${name} must return ${words}`,
  )
})
