import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { startMockServer } from 'plant-store-client/mock/server'

const mock = await startMockServer({ port: 0, accessTokens: ['let-me-in'] })
const { outputFiles } = await build({
  entryPoints: ['worker.ts'],
  bundle: true,
  format: 'esm',
  write: false,
})
const worker = new Miniflare({
  modules: true,
  script: outputFiles[0]?.text ?? '',
  compatibilityDate: '2026-07-01',
  bindings: { PLANT_STORE_URL: mock.url, PLANT_STORE_TOKEN: 'let-me-in' },
})
beforeEach(() => mock.store.reset())
after(() => Promise.all([worker.dispose(), mock.close()]))

/** Sends text as a form, and anything else as JSON. Resolves to the text of the response. */
async function post(body: string | object, origin = 'https://app.test') {
  const isForm = typeof body === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await worker.dispatchFetch('https://app.test/plants', {
    method: 'POST',
    headers: { origin, 'content-type': type },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the Worker keeps the token on the server: a form and JSON without it add a plant, its id exact', async () => {
  assert.equal((await post('id=9007199254740993&name=Hoya&tag=')).text, '{"name":"Hoya"}')
  assert.equal((await post({ id: '1', name: 'Aloe', tag: 'succulent' })).status, 200)

  assert.deepEqual(mock.store.plants, [
    { id: 9007199254740993n, name: 'Hoya' },
    { id: 1, name: 'Aloe', tag: 'succulent' },
  ])
})

test('what is not a plant is refused with what is wrong, and not sent', async () => {
  const { status, text } = await post({ id: 'one', name: 'Aloe' })
  assert.equal(status, 400)
  assert.match(text, /"path":\["id"\]/)
  assert.equal((await post([])).status, 400)
  assert.deepEqual(mock.store.requests, [])
})

test("a page of another site adds nothing in its visitor's name", async () => {
  assert.equal((await post('id=1&name=Aloe', 'https://elsewhere.test')).status, 403)
  assert.deepEqual(mock.store.requests, [])
})

test('the page gets what it can act on, and whether the plant may have been added', async () => {
  const cases = [
    [{ status: 500 }, 502, '{"error":"api","mayHaveBeenAdded":true}'],
    ['network-error', 502, '{"error":"network","mayHaveBeenAdded":true}'],
    ['wrong-shape', 502, '{"error":"unexpected-response","mayHaveBeenAdded":true}'],
    [{ status: 401 }, 502, '{"error":"api","mayHaveBeenAdded":false}'],
    [
      { status: 400, body: { error: 7, message: 'No room left' } },
      400,
      '{"error":"api","mayHaveBeenAdded":false,"message":"No room left"}',
    ],
  ] as const
  for (const [failure, status, text] of cases) {
    mock.store.failNext(failure)
    const answer = await post({ id: '1', name: 'Aloe' })
    assert.deepEqual([answer.status, answer.text], [status, text])
  }

  mock.store.failNext({ status: 503, headers: { 'retry-after': '120' } })
  const closed = await post({ id: '1', name: 'Aloe' })
  assert.deepEqual([closed.status, closed.headers.get('retry-after')], [503, '120'])
})
