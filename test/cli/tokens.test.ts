// `--token`, given more than once: which tokens are accepted, and which one the mock shows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { post } from './post.ts'

let bin: Bin
let url: string
beforeAll(async () => {
  bin = new Bin(['--port', '0', '--token', 'first-1', '--token', 'second-2', '--token', 'third-3'])
  url = await bin.url()
})
afterAll(() => bin.stop())

test('each of them is accepted, and no other', async () => {
  for (const [token, status] of [
    ['first-1', successStatus],
    ['third-3', successStatus],
    ['first-1second-2', 401],
  ] as const) {
    const response = await post(url, undefined, { authorization: `Bearer ${token}` })
    expect(response.status, token).toBe(status)
  }
})

test('the command to try and the page of the console have the first token, and no other', async () => {
  const page = await (await fetch(`${url}/__mock`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('first-1')
  const start = await bin.startUp()
  expect(start).toMatch(/^curl .*'Authorization: Bearer first-1'/m)
  for (const text of [page, start]) expect(text).not.toMatch(/second-2|third-3/)
})

test('the page of the console alone has a token', async () => {
  for (const path of ['/health', '/requests', '/changes'])
    expect(await (await fetch(`${url}/__mock${path}`)).text(), path).not.toContain('first-1')
})
