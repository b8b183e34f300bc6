// A proof of the project's own, which the package leaves out: a session writes only what changes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer } from 'plant-store-client/mock'
import type { MockSession } from './counting-worker.ts'

const accessToken = 'let-me-in'
const { outputFiles } = await build({
  entryPoints: ['counting-worker.ts'],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['cloudflare:workers'],
  write: false,
})
const worker = new Miniflare({
  modules: true,
  script: outputFiles[0]?.text ?? '',
  compatibilityDate: '2026-07-01',
  compatibilityFlags: ['enable_request_signal'],
  durableObjects: { SESSIONS: { className: 'MockSession', useSQLite: true } },
  bindings: { MOCK_TOKEN: accessToken },
})
after(() => worker.dispose())
const { origin } = await worker.ready

test('only what changes is written', async () => {
  const { SESSIONS } = await worker.getBindings<{ SESSIONS: DurableObjectNamespace<MockSession> }>()
  const session = SESSIONS.getByName('written')
  const url = origin.replace('//', `//mock:${accessToken}@`)
  const mock = connectMockServer(url, { session: 'written' })
  const client = new PlantStoreClient({ baseUrl: `${origin}/~written`, accessToken })
  await mock.reset() // makes the table
  const rowsOf = async (change: () => Promise<unknown>) => {
    const before = await session.rowsWritten()
    await change()
    return (await session.rowsWritten()) - before
  }

  const plants = Array.from({ length: 10 }, (_, id) => ({ id, name: 'Aloe' }))
  assert.equal(await rowsOf(() => mock.addPlants(plants)), 10)
  assert.equal(await rowsOf(() => client.addPlant({ id: 10, name: 'Hoya' })), 1)
  for (const change of [
    () => mock.failNext({ status: 503 }),
    () => mock.holdNext(),
    () => mock.updateSettings({ latency: 1 }),
  ])
    assert.equal(await rowsOf(change), 0)

  assert.equal(await rowsOf(() => mock.reset()), 11)
})
