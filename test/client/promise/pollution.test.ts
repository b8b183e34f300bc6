// Only own properties of options count, and what else is on `Object.prototype` reaches neither the URL
// nor the request. Each key is polluted in a process of its own, whose fetch is a stub: Node's own
// stumbles over some of the keys.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { baseUrl, clientOf, monstera, refused } from '../stub-fetch.ts'
import { contractError } from './recording-server.ts'
import { runProgram } from './run-program.ts'

const polluted: [key: string, source: string][] = [
  ['retryAmbiguous', 'true'],
  ['maxRetries', '5'],
  ['timeout', '1'],
  ['timeout', '"never"'],
  ['headers', '{ "x-polluted": "yes" }'],
  ['fetch', '() => { throw new Error("polluted") }'],
  ['middleware', '[{ onRequest() { throw new Error("polluted") } }]'],
  ['baseUrl', '"http://127.0.0.1:9"'],
  ['accessToken', '"polluted"'],
  ['rejected', '"polluted"'],
  ['key', '"value"'],
  ['query', '{ key: "value" }'],
  ['params', '{ query: { key: "value" } }'],
  ['path', '"/elsewhere"'],
  ['querySerializer', '() => "key=value"'],
  ['pathSerializer', '() => "/elsewhere"'],
  ['parseAs', '"stream"'],
  ['tag', '"polluted"'],
]

describe.each([
  ['without middleware', ''],
  ['with', '{ onResponse() {} }'],
])('%s', (_name, middleware) => {
  test.each(polluted)('Object.prototype.%s = %s', async (key, source) => {
    const { code, stdout, stderr } = await runProgram(`
      import { PlantStoreClient } from 'plant-store-client'
      const sent = []
      const { stdout, stderr } = process // made at first use, which stumbles over some of the keys
      globalThis.fetch = async (url, init) => {
        const { authorization, ...headers } = Object.fromEntries(new Headers(init.headers))
        sent.push({ url: String(url), authorization, headers, body: await new Response(init.body).text() })
        return new Response('${contractError}', { status: 500 })
      }
      Object.prototype[${JSON.stringify(key)}] = ${source}
      const client = new PlantStoreClient({
        baseUrl: '${baseUrl}', accessToken: 'token', middleware: [${middleware}],
      })
      const { error } = await client.addPlant({ id: 1, name: 'Monstera' })
      delete Object.prototype[${JSON.stringify(key)}]
      console.log(JSON.stringify({ kind: error.kind, added: error.mayHaveBeenAdded, sent }))`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { sent, ...outcome } = JSON.parse(stdout)
    expect(outcome).toEqual({ kind: 'api', added: true })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ url: `${baseUrl}/plants`, authorization: 'Bearer token' })
    expect(sent[0].headers).not.toHaveProperty('x-polluted')
    expect(JSON.parse(sent[0].body)).toEqual(monstera)
  })
})

test('options that are inherited do not count', async () => {
  const { client, sent } = clientOf(refused(500))
  await client.addPlant(monstera, Object.create({ retryAmbiguous: true, timeout: -1 }))
  expect(sent).toHaveLength(1)
  const inherited = Object.create({ baseUrl, accessToken: 'token' })
  expect(() => new PlantStoreClient(inherited)).toThrow(/^baseUrl /)
})
