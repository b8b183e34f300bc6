// `--token`, given more than once: which tokens are accepted, and which one the mock shows.
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { post } from './post.ts'

test('the mock accepts only the tokens of --token (accessTokens, the tokens to accept), without it any; the command to try and the console alone have one, the first', async () => {
  await using bin = new Bin(['--port', '0', '--token', 'first-1', '--token', 'second-2'])
  const url = await bin.url()
  await using open = new Bin(['--port', '0'])
  for (const [mock, token, status] of [
    [bin, 'first-1', successStatus],
    [bin, 'second-2', successStatus],
    [bin, 'first-1second-2', 401],
    [open, 'first-1second-2', successStatus],
  ] as const) {
    const response = await post(await mock.url(), undefined, { authorization: `Bearer ${token}` })
    expect(response.status, token).toBe(status)
  }
  const page = await (await fetch(`${url}/__mock`, { headers: { accept: 'text/html' } })).text()
  const start = await bin.startUp()
  expect(start).toMatch(/^curl .*'Authorization: Bearer first-1'/m)
  expect(page).toContain('first-1')
  for (const text of [page, start]) expect(text).not.toContain('second-2')
  for (const path of ['/health', '/requests', '/changes'])
    expect(await (await fetch(`${url}/__mock${path}`)).text(), path).not.toMatch(/first-1|second-2/)
})
