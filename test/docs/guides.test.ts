// The guides: each is in the API reference, and the snippets that no other test runs work.
import { globSync, readFileSync } from 'node:fs'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { run } from '../harness/shell.ts'
import app from './worker.ts'

test.skipIf(process.platform === 'win32')('the control API from a shell', async () => {
  await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
  const script = readFileSync('test/docs/control.sh', 'utf8')
  expect(script).toContain('http://127.0.0.1:4010')
  const printed = await run('.', 'sh', '-ec', script.replace('http://127.0.0.1:4010', server.url))
  expect(printed).toContain('"error":503')
  expect(server.session('shell').requests).toMatchObject([{ status: 503, body: { id: 7 } }])
  expect(server.store.requests).toEqual([])
})

test.skipIf(process.platform === 'win32')('the failure of the mock in 60 seconds', async () => {
  await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
  const script = readFileSync('test/docs/one-minute.sh', 'utf8')
  expect(script).toContain('http://127.0.0.1:4010')
  await run('.', 'sh', '-ec', script.replace('http://127.0.0.1:4010', server.url))
  const { status } = await fetch(`${server.url}/plants`, { method: 'POST' })
  expect(status).toBe(503)
})

test('a default export that serves the mock', async () => {
  const response = await app.fetch('https://plants.example.com/__mock/health')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ plants: 0 })
})

test('every guide is in the API reference', () => {
  const { projectDocuments } = JSON.parse(readFileSync('typedoc.json', 'utf8'))
  const guides = globSync('docs/*.md').map(file => file.replaceAll('\\', '/'))
  expect(projectDocuments).toEqual(expect.arrayContaining(guides))
})
