// The guides: each is in the API reference, and the snippets that no other test runs work.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageService } from '../harness/language-service.ts'
import { run } from '../harness/shell.ts'

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

const [missingKind = ''] = /Type '\w+' does not satisfy the expected type 'never'/.exec(
  readFileSync('docs/errors.md', 'utf8'),
) ?? ['errors.md quotes no message']

test.each([
  ['with every kind', '', []],
  ['without a case', "case 'middleware':", [`${missingKind}.`]],
])('a switch over the kinds of error, %s', (_which, removed, expected) => {
  const source = `
    import type { PlantStoreError } from 'plant-store-client'
    export function show(error: PlantStoreError): void {
      switch (error.kind) {
        case 'api': case 'unexpected-response': case 'network': case 'timeout': case 'aborted':
        case 'invalid-request': case 'access-token': case 'middleware':
          console.log(error.message)
          break
        default:
          error satisfies never
      }
    }`.replace(removed, '')
  const file = join(import.meta.dirname, 'switch.ts')
  const service = languageService(file, source, { strict: true, target: ts.ScriptTarget.ES2022 })
  const problems = service.getSemanticDiagnostics(file)
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '')),
  ).toEqual(expected)
})

test('seeds follow unknownFields, and not duplicateIds', () => {
  const store = createMockStore({ unknownFields: 'reject', duplicateIds: 'reject' })
  const typo = { id: 1, name: 'Monstera', tga: 'tropical' }
  expect(() => store.addPlants([typo])).toThrow('tga is not a field of a plant')
  store.addPlants([
    { id: 1, name: 'Monstera' },
    { id: 1, name: 'Hoya' },
  ])
  expect(store.plants).toHaveLength(2)
})

test('A wrong option throws a TypeError that names each problem', () => {
  const wrong = { duplicateId: 'reject', failureRate: 2 }
  const create = () => createMockStore(wrong as MockStoreOptions)
  expect(create).toThrow(TypeError)
  expect(create).toThrow(
    'duplicateId is not an option of the mock store; failureRate must be a number from 0 to 1',
  )
})

test('In no journal: a preflight', async () => {
  const store = createMockStore()
  await store.fetch('https://plants.example.com/plants', { method: 'OPTIONS' })
  expect(store.requests).toEqual([])
})

test.each<[bound: string, init: RequestInit, status: number]>([
  ['Headers: 200', { headers: Array.from({ length: 201 }, (_, index) => [`x-${index}`, '']) }, 431],
  ['`maxBodyBytes` each', { body: ' '.repeat(2 ** 20 + 1) }, 413],
])('the bound "%s" of the mock reference', async (bound, { headers, ...init }, status) => {
  expect(readFileSync('docs/mock-reference.md', 'utf8')).toMatch(
    new RegExp(`- .*${bound}.* ${status}`),
  )
  const all = new Headers(headers)
  all.set('authorization', 'Bearer token')
  all.set('content-type', 'application/json')
  const request = { method: 'POST', headers: all, ...init }
  const { status: got } = await createMockStore().fetch('https://a.test/plants', request)
  expect(got).toBe(status)
})

test('every guide is in the API reference', () => {
  const { projectDocuments } = JSON.parse(readFileSync('typedoc.json', 'utf8'))
  const guides = globSync('docs/*.md').map(file => file.replaceAll('\\', '/'))
  expect(projectDocuments).toEqual(expect.arrayContaining(guides))
})
