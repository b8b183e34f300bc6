// Bodies as streams give them: in parts, without an end, or as Node has them.
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { clientOf, monstera } from './stub-fetch.ts'

const passive = { onRequest() {}, onResponse() {}, onError() {} }
const never = () => new Promise<never>(() => {})
const like = (body: unknown, status = 200) => ({ status, body, text: never, json: never }) as never

/** A web stream's body that gives these chunks, and then `then`. */
const chunked = (chunks: unknown[], then: object = { done: true }) => {
  const rest = [...chunks]
  const read = () => (rest.length > 0 ? { done: false, value: rest.shift() } : then)
  return { getReader: () => ({ read, cancel() {} }) }
}

describe.each([
  ['without middleware', []],
  ['with', [passive]],
])('%s', (_name, middleware) => {
  const add = (make: () => Response) => clientOf(make, { middleware }).client.addPlant(monstera)

  test('a character that is cut off at the end is shown as such', async () => {
    const bytes = new TextEncoder().encode('<h1>ü').slice(0, -1)
    const { error } = await add(() => new Response(bytes, { status: 502 }))
    expect(error).toMatchObject({ body: '<h1>\ufffd' })
  })

  test('chunks of text', async () => {
    const body = () => chunked(['{"name":', '"Mon', 'stera"}'])
    expect((await add(() => like(body()))).data).toEqual({ name: 'Monstera' })
  })

  test('a body that is read to its end is not cancelled', async () => {
    let cancelled = 0
    const { read } = chunked(['{"name":"Hoya"}']).getReader()
    const body = { getReader: () => ({ read, cancel: () => cancelled++ }) }
    expect((await add(() => like(body))).data).toEqual({ name: 'Hoya' })
    await new Promise(setImmediate)
    expect(cancelled).toBe(0)
  })

  test('a Node stream, of bytes or of text', async () => {
    for (const parts of [
      [Buffer.from('{"name":'), Buffer.from('"Hoya"}')],
      ['{"name":', '"Hoya"}'],
    ])
      expect((await add(() => like(Readable.from(parts)))).data).toEqual({ name: 'Hoya' })
  })

  test('a Node stream without an end is destroyed once enough of it is read', async () => {
    const part = 'a'.repeat(2 ** 20)
    const body = Readable.from(
      (function* () {
        for (;;) yield part
      })(),
    )
    const { error } = await add(() => like(body, 502))
    if (error?.kind !== 'unexpected-response') throw error ?? new Error('added')
    expect(error.body).toBe(part.slice(0, 4_096))
    await vi.waitFor(() => expect(body.destroyed).toBe(true))
  })

  test('a Node stream is destroyed when its call ends', async () => {
    const body = new Readable({ read() {} })
    const { client } = clientOf(() => like(body), { middleware })
    const { error } = await client.addPlant(monstera, { timeout: 30 })
    expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    await vi.waitFor(() => expect(body.destroyed).toBe(true))
  })
})
