// What is sent to a service, and what is announced before.

import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { isValid, plain, type Seen, serve, TOKEN } from './sample-service.ts'
import { verify, verifyInLines } from './verify-bin.ts'

/** The ids in bodies that are int64s, by their digits. */
function idsIn(seen: readonly Seen[]): bigint[] {
  const ids = seen.flatMap(({ body }) => {
    const [, digits, thousands] = /"id":"?(-?\d+)(?:\.0)?(e3)?"?[,}]/.exec(body) ?? []
    const id = digits === undefined ? 2n ** 70n : BigInt(digits) * (thousands ? 1000n : 1n)
    return BigInt.asIntN(64, id) === id ? [id] : []
  })
  return [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
}

test('The announced counts are those of what is sent, from the first id on', async () => {
  await using service = await serve(plain)
  const { first } = await verifyInLines(service.url, '--first-id', '1000')
  expect(first).toEqual({
    baseUrl: service.url,
    requests: service.seen.length,
    plants: service.seen.filter(({ body }) => /"(id|name)"/.test(body)).length,
    firstId: '1000',
  })
  expect(service.seen[0]?.body).toContain('"id":1000,')
})

test('Two runs share no id, so a service that rejects known ids can be verified twice', async () => {
  const ids = new Set<string>()
  await using service = await serve(seen => {
    const id = /"id":(-?\d+)/.exec(seen.body)?.[1] ?? ''
    if (isValid(seen) && ids.has(id)) return { status: 409 }
    if (isValid(seen)) ids.add(id)
    return plain(seen)
  })
  const first = await verifyInLines(service.url)
  const half = service.seen.length
  const second = await verifyInLines(service.url)
  expect([first.code, second.code]).toEqual([0, 0])
  const before = new Set(idsIn(service.seen.slice(0, half)))
  expect(idsIn(service.seen.slice(half)).filter(id => before.has(id))).toEqual([])
})

test('Requests are sent one at a time, under the base address, and none may delete plants', async () => {
  let open = 0
  let most = 0
  await using service = await serve((seen, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    return seen.path.startsWith('/shop/v1')
      ? plain({ ...seen, path: seen.path.slice(8) })
      : { status: 500 }
  })
  const { code } = await verifyInLines(`${service.url}/shop/v1/`)
  expect(code).toBe(0)
  expect(most).toBe(1)
  expect([...new Set(service.seen.map(({ method }) => method))].sort()).toEqual([
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
  ])
})

test('--dry-run needs no token, sends nothing, and prints what would be sent', async () => {
  let connections = 0
  const server = createServer().on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const base = `http://127.0.0.1:${port}`
  const text = await verify(base, '--dry-run', '--token', TOKEN)
  const { code, stdout } = await verify(base, '--dry-run', '--json', '--first-id', '7')
  server.close()
  expect(connections).toBe(0)
  expect([text.code, code]).toEqual([0, 0])
  expect(text.stdout).toContain(`POST ${base}/plants\n  content-type: application/json\n`)
  expect(text.stdout).toContain('authorization: Bearer [token]')
  expect(text.stdout).not.toContain(TOKEN)

  const lines = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines[0]).toEqual({
    rule: 'a plant',
    method: 'POST',
    url: `${base}/plants`,
    headers: { 'content-type': 'application/json', authorization: 'Bearer [token]' },
    body: '{"id":7,"name":"Monstera"}',
    bytes: 26,
  })
  await using service = await serve(plain)
  await verifyInLines(service.url, '--first-id', '7')
  const sent = service.seen.map(({ method, path, body }) => [method, service.url + path, body])
  const shown = lines.map(({ method, url, body }) => [method, url.replace(base, service.url), body])
  expect(shown).toHaveLength(sent.length)
  for (const [index, [method, url, body]] of shown.entries()) {
    expect([method, url]).toEqual(sent[index]?.slice(0, 2))
    const [start = '', end = ''] = (body ?? '').split('...')
    expect(sent[index]?.[2]?.startsWith(start) && sent[index]?.[2]?.endsWith(end)).toBe(true)
  }
})

test('The token is never printed, whatever the service does with it', async () => {
  const echoes = [TOKEN, TOKEN.toUpperCase(), encodeURIComponent(TOKEN)]
  await using service = await serve(seen => ({
    status: seen.body.includes('tropical') ? successStatus : 400,
    headers: {
      location: `/?t=${TOKEN}`,
      allow: TOKEN,
      'www-authenticate': `${TOKEN} error="${TOKEN}"`,
    },
    body: seen.body.includes('tropical')
      ? { name: TOKEN, tag: `${TOKEN}`, [TOKEN]: 1 }
      : { error: 1, message: `${'x'.repeat(290)}${echoes.join(' ')}` },
  }))
  const runs = await Promise.all([
    verify(service.url, '--token', TOKEN),
    verify(service.url, '--token', TOKEN, '--json'),
    verify(service.url, '--token', TOKEN, '--timeout', 'x'),
    verify(service.url, '--token', `${TOKEN} `),
    verify(service.url, TOKEN),
    verify(service.url, '--token-env', TOKEN),
    verify(`${service.url}?${TOKEN}`, '--token', TOKEN),
    verify('http://127.0.0.1:1', '--token', TOKEN),
  ])
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 2, 2, 2, 2, 2, 3])
  for (const { stdout, stderr } of runs) expect(`${stdout}${stderr}`).not.toMatch(/s3cret/i)
  expect(runs[0]?.stdout).toContain('[token]')
})

test('Text of a service does not control the terminal', async () => {
  await using service = await serve(seen =>
    isValid(seen)
      ? { status: 400, body: { error: 1, message: '\u001b[2J\u009b31m\r\n' } }
      : plain(seen),
  )
  for (const args of [[], ['--json']]) {
    const { stdout } = await verify(service.url, '--token', TOKEN, ...args)
    expect(stdout).toContain('?[2J?31m??')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  }
})

test('Only a token that is long enough to be a secret is replaced in what a service returns', async () => {
  await using service = await serve(() => ({
    status: 400,
    body: { error: 1, message: 'a secret-token' },
  }))
  const message = async (token: string) =>
    /^ +"(.*)"$/m.exec((await verify(service.url, '--token', token)).stdout)?.[1]
  expect(await message('secret-')).toBe('a secret-token')
  expect(await message('secret-t')).toBe('a [token]oken')
})
