import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer } from 'plant-store-client/mock'
import { chromium } from 'playwright-core'

const TOKEN = 'let-me-in'
const { outputFiles } = await build({
  entryPoints: ['worker.ts'],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['cloudflare:workers'],
  write: false,
})
const start = (bindings: Record<string, string>) =>
  new Miniflare({
    name: 'mock',
    modules: true,
    script: outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['enable_request_signal'],
    durableObjects: { SESSIONS: { className: 'MockSession', useSQLite: true } },
    bindings,
  })
const worker = start({ MOCK_TOKEN: TOKEN })
after(() => worker.dispose())
const { origin } = await worker.ready

const clientOf = (session: string, accessToken = TOKEN) =>
  new PlantStoreClient({ baseUrl: `${origin}/~${session}`, accessToken, maxRetries: 0 })

/** The store of a session, with the token as the password of the URL. */
const mockOf = (session: string) =>
  connectMockServer(origin.replace('//', `//mock:${TOKEN}@`), { session })

/** Calls the control API of a session. */
const control = (session: string, method: string, path: string, body = '{}') =>
  fetch(`${origin}/~${session}/__mock${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body,
  })

test('sessions in parallel share nothing', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `parallel-${index}`)
  const seen = await Promise.all(
    names.map(async (name, index) => {
      const mock = mockOf(name)
      await mock.failNext({ status: 503 })
      const refused = await clientOf(name).addPlant({ id: index, name })
      const { error } = await clientOf(name).addPlant({ id: index, name })
      assert.ifError(error)
      return [refused.response?.status, await mock.plants(), (await mock.requests()).length]
    }),
  )
  assert.deepEqual(
    seen,
    names.map((name, id) => [503, [{ id, name }], 2]),
  )
})

test('a session is named by the header too', async () => {
  const headers = { 'x-mock-session': 'by-header' }
  const client = new PlantStoreClient({ baseUrl: origin, accessToken: TOKEN, headers })
  await client.addPlant({ id: 1, name: 'Aloe' })
  assert.deepEqual(await mockOf('by-header').plants(), [{ id: 1, name: 'Aloe' }])
  assert.deepEqual(await connectMockServer(origin.replace('//', `//:${TOKEN}@`)).plants(), [])
})

test('the tilde of a session may be percent-encoded', async () => {
  const baseUrl = `${origin}/%7Eencoded`
  await new PlantStoreClient({ baseUrl, accessToken: TOKEN }).addPlant({ id: 1, name: 'Aloe' })
  await evict('encoded')
  assert.deepEqual(await mockOf('encoded').plants(), [{ id: 1, name: 'Aloe' }])
})

test('a wrong name of a session gets a 400, and no Durable Object', async () => {
  const objects = await worker.listDurableObjectIds('SESSIONS')
  const wrong: [path: string, header?: string][] = [
    ['/~/plants'],
    ['/~a%20b/plants'],
    ['/%7Ea%20b/plants'],
    ['/~a%20b/__mock/health'],
    [`/~${'a'.repeat(65)}/plants`],
    ['/plants', 'a b'],
    ['/plants', ''],
  ]
  for (const [path, header] of wrong) {
    const response = await fetch(origin + path, {
      method: path.endsWith('plants') ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(header !== undefined && { 'x-mock-session': header }),
      },
    })
    assert.equal(response.status, 400, path)
    const { error, message } = (await response.json()) as { error: number; message: string }
    assert.equal(typeof error, 'number')
    assert.match(message, /is not the name of a session/)
  }
  assert.deepEqual(await worker.listDurableObjectIds('SESSIONS'), objects)
})

test('each session has a Durable Object of its own: evicted, it comes back with its plants, ids exact', async () => {
  const client = clientOf('evicted')
  await client.addPlant({ id: 9007199254740993n, name: 'Hoya', tag: 'tropical' })
  await client.addPlant({ id: 1, name: 'Aloe' })
  await evict('evicted')
  const plants = [
    { id: 9007199254740993n, name: 'Hoya', tag: 'tropical' },
    { id: 1, name: 'Aloe' },
  ]
  assert.deepEqual(await mockOf('evicted').plants(), plants)
  assert.deepEqual(await mockOf('evicted').requests(), []) // the journal is in memory alone

  await client.addPlant({ id: 2, name: 'Ficus' })
  await evict('evicted')
  assert.deepEqual(await mockOf('evicted').plants(), [...plants, { id: 2, name: 'Ficus' }])
})

test('a reset empties the storage too, as does the end of a session', async () => {
  for (const clear of [
    () => mockOf('cleared').reset(),
    () => control('cleared', 'DELETE', '/sessions/cleared'),
  ]) {
    await clientOf('cleared').addPlant({ id: 1, name: 'Aloe' })
    await clear()
    await evict('cleared')
    assert.deepEqual(await mockOf('cleared').plants(), [])
  }
})

const evict = (name: string) => worker.unsafeEvictDurableObject('mock', 'MockSession', { name })

test('without the token nobody gets in', async () => {
  const { response } = await clientOf('a', 'other').addPlant({ id: 1, name: 'Aloe' })
  assert.equal(response?.status, 401)
  assert.deepEqual(await response?.json().catch(() => undefined), undefined) // the client has read it

  for (const headers of [{}, { authorization: 'Bearer other' }, { authorization: 'Basic !' }])
    for (const path of ['/__mock', '/~a/__mock/plants', '/%7Ea/__mock', '/~a/__mock/changes']) {
      const refused = await fetch(origin + path, { headers: headers as HeadersInit })
      assert.equal(refused.status, 401, path)
      assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /)
      await refused.text()
    }
  const preflight = await fetch(`${origin}/~a/plants`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.status, 204)
  assert.deepEqual(await mockOf('a').requests(), [])
})

test('console and control API answer under the name in MOCK_HOST, and under no other', async () => {
  const named = start({ MOCK_TOKEN: TOKEN, MOCK_HOST: 'mock.plants.test' })
  const headers = { authorization: `Bearer ${TOKEN}` }
  const statusUnder = async (host: string) =>
    (await named.dispatchFetch(`https://${host}/~a/__mock/health`, { headers })).status
  assert.equal(await statusUnder('mock.plants.test'), 200)
  assert.equal(await statusUnder('other.plants.test'), 403)
  await named.dispose()
})

test('without a secret the mock is closed', async () => {
  const closed = start({})
  const url = await closed.ready
  for (const path of ['plants', '__mock', '~a/__mock/health']) {
    const { status } = await fetch(new URL(path, url), { headers: { authorization: 'Bearer ' } })
    assert.equal(status, 503, path)
  }
  await closed.dispose()
})

test('the console shows its session, and what is added to it', async t => {
  const { CHROMIUM_PATH: executablePath } = process.env
  if (!executablePath) return t.skip('Set CHROMIUM_PATH to a Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ httpCredentials: { username: 'me', password: TOKEN } })
    await page.goto(`${origin}/~shown/__mock`)
    await clientOf('shown').addPlant({ id: 1, name: 'Strelitzia' })
    await clientOf('other').addPlant({ id: 1, name: 'Dracaena' })
    await page.getByText('Strelitzia').first().waitFor()
    assert.equal(await page.getByText('Dracaena').count(), 0)
  } finally {
    await browser.close()
  }
})
