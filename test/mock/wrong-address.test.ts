// A request to another path is told the whole address to use.
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message

test.each<[basePath: string, path: string, advice: (origin: string) => string]>([
  ['/v1', '/plants', origin => `send POST to ${origin}/v1/plants`],
  ['/v1', '/v1', origin => `send POST to ${origin}/v1/plants`],
  [
    '',
    '/v1/plants',
    origin => `send POST to ${origin}/plants, or start the mock with --base-path /v1`,
  ],
  [
    '/v1',
    '/v2/plants',
    origin => `send POST to ${origin}/v1/plants, or start the mock with --base-path /v2`,
  ],
  ['', '/trees', origin => `send POST to ${origin}/plants`],
  ['', '//plants', origin => `send POST to ${origin}/plants`],
])('base path "%s", %s', async (basePath, path, advice) => {
  await using server = await startMockServer({ port: 0, basePath })
  const origin = `http://localhost:${server.port}`
  const response = await fetch(origin + path, { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  expect(await messageOf(response)).toBe(`There is nothing at ${path}: ${advice(origin)}`)
})

test('A store of its own knows no base address', async () => {
  const response = await createMockStore().fetch('https://plants.example.com/trees')
  expect(await messageOf(response)).toBe(
    'There is nothing at /trees: send POST to /plants under the base address',
  )
})
