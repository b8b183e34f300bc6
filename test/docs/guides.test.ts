// The guides: each is in the API reference, and the snippets that no other test runs work.
import { globSync, readFileSync } from 'node:fs'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { run } from '../harness/shell.ts'

describe.skipIf(process.platform === 'win32')('a snippet for a shell works', () => {
  /** Runs a snippet with the address of a mock. Resolves to its output. */
  async function runWith(url: string, snippet: string): Promise<string> {
    const script = readFileSync(`test/docs/${snippet}`, 'utf8')
    expect(script).toContain('http://127.0.0.1:4010')
    return run('.', 'sh', '-ec', script.replace('http://127.0.0.1:4010', url))
  }

  test('the control API, as tests in any language use it', async () => {
    await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
    expect(await runWith(server.url, 'control.sh')).toContain('"error":503')
    expect(server.session('shell').requests).toMatchObject([{ status: 503, body: { id: 7 } }])
    expect(server.store.requests).toEqual([])
  })

  test('from a shell, the curl command of the first minute makes the next request get a 503', async () => {
    await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
    await runWith(server.url, 'one-minute.sh')
    expect((await fetch(`${server.url}/plants`, { method: 'POST' })).status).toBe(503)
  })
})

test('every guide is in the API reference', () => {
  const { projectDocuments } = JSON.parse(readFileSync('typedoc.json', 'utf8'))
  const guides = globSync('docs/*.md').map(file => file.replaceAll('\\', '/'))
  expect(projectDocuments).toEqual(expect.arrayContaining(guides))
})
