// React Native and older engines lack these; the client does without.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { added, clientOf, monstera, neverAnswers } from './stub-fetch.ts'

const lacking: [object, string][] = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [JSON, 'rawJSON'],
]
const kept = lacking.map(([on, name]) => Object.getOwnPropertyDescriptor(on, name))
beforeAll(() => {
  for (const [on, name] of lacking) Reflect.deleteProperty(on, name)
})
afterAll(() => {
  for (const [index, [on, name]] of lacking.entries())
    if (kept[index]) Object.defineProperty(on, name, kept[index])
})

test('they are missing here', () => {
  for (const [on, name] of lacking) expect(name in on).toBe(false)
})

test.each([0, 1])('a bigint leaves as an integer, with %s middleware', async count => {
  const { client, sent } = clientOf(added(), {
    middleware: [{ onRequest() {} }].slice(0, count),
  })
  expect((await client.addPlant({ id: 2n ** 63n - 1n, name: 'Hoya' })).ok).toBe(true)
  const body = await new Response(sent[0]?.init.body as BodyInit).text()
  expect(body).toBe('{"id":9223372036854775807,"name":"Hoya"}')
})

test('time-out and abort', async () => {
  const { client } = clientOf(neverAnswers)
  expect((await client.addPlant(monstera, { timeout: 30 })).error?.kind).toBe('timeout')
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 10)
  const { error } = await client.addPlant(monstera, { signal: controller.signal })
  expect(error?.kind).toBe('aborted')
})

/** A Response as React Native makes it: its body is no stream. */
const streamless = (body: string, status = 200) =>
  ({ ok: status < 300, status, headers: new Headers(), text: async () => body }) as Response

test('answers without a stream', async () => {
  const plant = await clientOf(() => streamless('{"name":"Hoya"}')).client.addPlant(monstera)
  expect(plant.data).toEqual({ name: 'Hoya' })
  const no = clientOf(() => streamless('{"error":1,"message":"No."}', 400))
  expect((await no.client.addPlant(monstera)).error).toMatchObject({ kind: 'api', status: 400 })
  const page = clientOf(() => streamless('<h1>'.repeat(5000), 502))
  const { error } = await page.client.addPlant(monstera)
  if (error?.kind !== 'unexpected-response') throw error
  expect(error.body).toHaveLength(4096)
})

test('an answer without a stream whose text never ends', async () => {
  const { client } = clientOf(
    () => ({ ...streamless(''), text: () => new Promise(() => {}) }) as Response,
  )
  expect((await client.addPlant(monstera, { timeout: 30 })).error).toMatchObject({
    kind: 'timeout',
    mayHaveBeenAdded: true,
  })
})

test('a refusal without a stream is retried as any other', async () => {
  const past = new Headers({ 'retry-after': '0' })
  const busy = () => ({ ...streamless('', 503), headers: past }) as Response
  const { client, sent } = clientOf([busy, added()])
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(sent).toHaveLength(2)
})
