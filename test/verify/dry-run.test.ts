import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { plain, serve, TOKEN } from './sample-service.ts'
import { parseLines, verify, verifyInLines } from './verify-bin.ts'

test('--dry-run prints every request and sends none, and needs no token', async () => {
  let connections = 0
  const server = createServer().on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const base = `http://127.0.0.1:${port}`
  const text = await verify(base, '--dry-run', '--token', TOKEN)
  const choice = ['--first-id', '7', '--seed', '3', '--plants', '130']
  const { code, stdout } = await verify(base, '--dry-run', '--json', ...choice)
  server.close()
  expect(connections).toBe(0)
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
  await using service = await serve(plain)
  await verifyInLines(service.url, ...choice)
  const sent = service.seen.map(({ method, path, body }) => [method, service.url + path, body])
  const shown = lines.map(({ method, url, body }) => [method, url.replace(base, service.url), body])
  // The last one is a plain plant again, which shows that the service is still itself.
  expect(shown).toHaveLength(sent.length - 1)
  for (const [index, [method, url, body]] of shown.entries()) {
    expect([method, url]).toEqual(sent[index]?.slice(0, 2))
    const [start = '', end = ''] = (body ?? '').split('...')
    expect(
      sent[index]?.[2]?.startsWith(start) && sent[index]?.[2]?.endsWith(end),
      `request ${index}`,
    ).toBe(true)
  }
})
