// What a hook is given besides the request, the response and the error: as openapi-fetch gives it.
import createClient, { type Middleware } from 'openapi-fetch'
import { expect, test } from 'vitest'
import { added, baseUrl, clientOf, connectionReset, monstera, refused } from './stub-fetch.ts'

type Context = Parameters<NonNullable<Middleware['onRequest']>>[0]
type Serializer = (body: unknown) => unknown

/** A middleware that notes what each of its hooks is given. */
function notes(): { middleware: Middleware; contexts: Context[] } {
  const contexts: Context[] = []
  const note = (context: Context) => void contexts.push(context)
  return { middleware: { onRequest: note, onResponse: note, onError: note }, contexts }
}

/** The part of it that does not depend on the call. */
const constant = ({ schemaPath, params, options }: Context) => ({
  schemaPath,
  params,
  baseUrl: options.baseUrl,
  parseAs: options.parseAs,
  query: options.querySerializer({}),
  path: options.pathSerializer(schemaPath, {}),
  body: (options.bodySerializer as Serializer)(monstera),
})

test('the path, the parameters, the options and the serializers', async () => {
  const theirs = notes()
  const openapiFetch = createClient<Record<string, never>>({ baseUrl, fetch: async () => added() })
  openapiFetch.use(theirs.middleware)
  const post = openapiFetch.POST as (path: string, init: object) => Promise<unknown>
  await post('/plants', { body: monstera })

  for (const answer of [added(), connectionReset]) {
    const ours = notes()
    const { client } = clientOf(answer, { middleware: [ours.middleware], maxRetries: 0 })
    await client.addPlant(monstera)
    expect(ours.contexts.map(constant)).toEqual(theirs.contexts.map(constant))
  }
})

test('a serializer that writes a bigint as the client does', async () => {
  const { middleware, contexts } = notes()
  const { client } = clientOf(added(), { middleware: [middleware] })
  await client.addPlant(monstera)
  const write = contexts[0]?.options.bodySerializer as Serializer
  expect(write({ id: 2n ** 53n + 1n, name: 'Hoya' })).toBe('{"id":9007199254740993,"name":"Hoya"}')
})

test('an id of the attempt, the same for all hooks, and another for the next', async () => {
  const first = notes()
  const second = notes()
  const middleware = [first.middleware, second.middleware]
  const { client } = clientOf([refused(503, { 'retry-after': '0' }), added()], { middleware })
  await client.addPlant(monstera)
  const ids = [...first.contexts, ...second.contexts].map(({ id }) => id)
  expect(ids).toHaveLength(8)
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]+$/)
  expect(new Set(ids).size).toBe(2)
})

test('hooks are called as methods of their middleware, and other values are skipped', async () => {
  const middleware = {
    calls: [] as string[],
    onRequest() {
      this.calls.push('onRequest')
    },
    onResponse() {
      this.calls.push('onResponse')
    },
    onError() {
      this.calls.push('onError')
    },
  }
  const skipped: object = { onRequest: 1, onResponse: 'text', onError: {} }
  for (const answer of [added(), connectionReset]) {
    const { client } = clientOf(answer, {
      middleware: [middleware, skipped as Middleware],
      maxRetries: 0,
    })
    expect((await client.addPlant(monstera)).ok).toBe(answer !== connectionReset)
  }
  expect(middleware.calls).toEqual(['onRequest', 'onResponse', 'onRequest', 'onError'])
})
