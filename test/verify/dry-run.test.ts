import { expect, test } from 'vitest'
import { plain, serve, TOKEN } from './sample-service.ts'
import { parseLines, verify, verifyInLines } from './verify-bin.ts'

test('--dry-run prints the requests that a service gets which takes every plant, but for a last plain one; it sends none, and needs no token', async () => {
  await using service = await serve(plain)
  const base = service.url
  const text = await verify(base, '--dry-run', '--token', TOKEN)
  const choice = ['--first-id', '7', '--seed', '3', '--plants', '130']
  const { code, stdout } = await verify(base, '--dry-run', '--json', ...choice)
  expect(service.seen).toEqual([])
  expect([text.code, code]).toEqual([0, 0])
  expect(text.stdout).toContain(`POST ${base}/plants\n  content-type: application/json\n`)
  expect(text.stdout).toContain('authorization: Bearer [token]')
  expect(text.stdout).not.toContain(TOKEN)

  const [first, ...lines] = parseLines(stdout)
  expect(first).toMatchObject({ baseUrl: base, requests: lines.length + 1, firstId: '7', seed: 3 })
  expect(lines[0]).toEqual({
    probe: 'a plant',
    method: 'POST',
    url: `${base}/plants`,
    headers: { 'content-type': 'application/json', authorization: 'Bearer [token]' },
    body: '{"id":7,"name":"Monstera"}',
    bytes: 26,
  })
  await verifyInLines(base, ...choice)
  const sent = service.seen.map(({ method, path, body }) => [method, base + path, body])
  const shown = lines.map(({ method, url, body }) => [method, url, body])
  // The last one is a plain plant again, which shows that the service is still itself.
  expect(shown).toHaveLength(sent.length - 1)
  for (const [index, [method, url, body]] of shown.entries()) {
    expect([method, url]).toEqual(sent[index]?.slice(0, 2))
    // Bytes that are not UTF-8 are shown as U+FFFD. A body is whole, however long it is.
    expect((body ?? '') === sent[index]?.[2], `request ${index}`).toBe(true)
  }
})
