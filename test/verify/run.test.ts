// When a run stops, and services that give no response or not a whole one.

import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { startRawUpstream } from '../harness/upstream.ts'
import { SLOW, verifyInProcess } from './in-process.ts'
import { plain, refuse, type Seen, serve, TOKEN } from './sample-service.ts'
import { parseLines, verify, verifyInLines } from './verify-bin.ts'

describe('a service that cannot be verified is one line and exit code 3', () => {
  const stopped = async (url: string, ...args: string[]) => {
    const { code, stderr } = await verify(url, '--token', TOKEN, ...args)
    expect(code).toBe(3)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    return stderr
  }

  test('nobody listens', async () => {
    expect(await stopped('http://127.0.0.1:1/v1')).toMatch(
      /^plant-store-client verify: http:\/\/127\.0\.0\.1:1\/v1 cannot be verified: no response: .*(ECONNREFUSED|bad port)/,
    )
    expect(await stopped('https://plants.invalid')).toMatch(/no response: getaddrinfo/)
  })

  test('it never answers', async () => {
    await using service = await serve(() => undefined)
    expect(await stopped(service.url, '--timeout', '1000')).toMatch(
      /: no end within 1000 ms\. If it needs longer than that, wait longer, with --timeout$/m,
    )
    expect(service.seen).toHaveLength(3)
  })

  test('it closes the connection', async () => {
    await using service = await serve((_, response) => void response.socket?.destroy())
    expect(await stopped(service.url)).toMatch(
      /: no response: other side closed\. If it speaks TLS, .* https:\/\/$/m,
    )
    expect(service.seen).toHaveLength(3)
  })

  test('of a body that is empty nothing is quoted', async () => {
    const { report } = await verifyInProcess(() => ({ status: 422 }))
    expect(report).toMatch(/ but 422, no body\. Check the address$/)
  })

  test('--json prints nothing but what was to be sent, and a summary of zeros', async () => {
    const { code, stdout } = await verify('http://127.0.0.1:1', '--token', TOKEN, '--json')
    expect(code).toBe(3)
    const summary = { probes: 0, conforms: 0, differs: 0, leftOpen: 0 }
    const stopped = expect.stringMatching(/cannot be verified/)
    expect(parseLines(stdout)).toMatchObject([
      { baseUrl: 'http://127.0.0.1:1' },
      { summary: { ...summary, stopped } },
    ])
  })
})

test('--json prints a line of JSON for each group: the request at which a service was lost is one', async () => {
  let count = 0
  await using service = await serve((seen, response) => {
    if (++count < 5) return plain(seen)
    response.socket?.destroy()
    return undefined
  })
  const { code, conforms, lostAt, summary } = await verifyInLines(service.url)
  expect(code).toBe(3)
  expect(conforms).toHaveLength(4)
  expect(lostAt?.probes).toEqual(['the top of int64'])
  expect(lostAt?.curl[0]).toMatch(/^curl -X POST /)
  expect(summary.stopped).toMatch(
    / stopped answering after 4 requests, at "the top of int64": a plain plant got no response: other side closed$/,
  )
})

test('--json says what was repeated, what came once, and what was not confirmed', async () => {
  let fails = true
  const isRefused = ({ body }: Seen) => body.includes('"id":-')
  const hasWrongToken = ({ headers }: Seen) => headers.authorization?.startsWith('Bearer AZ')
  const { code, lines, seen } = await verifyInProcess(request => {
    if (isRefused(request)) return refuse(422, 'No debts')
    if (hasWrongToken(request)) return { status: 500 }
    if (!(fails && request.body.includes('tropical'))) return plain(request)
    fails = false
    return { status: 502 }
  }, '--json')
  const [first, ...groups] = parseLines(lines.join('\n'))
  const { summary } = groups.pop()
  const of = (name: string) => groups.filter(({ group }) => group === name)
  expect(code).toBe(1)
  expect(of('differs')).toMatchObject([{ message: 'No debts', isConfirmed: true }])
  expect(of('unreliable')).toMatchObject([
    { requests: 1, repeated: 1, isSpecified: true, got: '502', probes: [expect.any(String)] },
  ])
  const unconfirmed = of('leftOpen').filter(({ isConfirmed }) => !isConfirmed)
  expect(unconfirmed.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^500 for .*, not confirmed$/),
    expect.stringMatching(/^refuses the scheme bearer in lower case, .*, not confirmed$/),
  ])
  expect(seen.filter(hasWrongToken)).toHaveLength(1)
  // All that was sent after the probes and their plain plants.
  const repeated = seen.slice(seen.length - summary.repeats)
  expect(repeated.filter(isRefused).length).toBeGreaterThanOrEqual(2)
  expect(summary).toMatchObject({ requests: seen.length, differences: 1, unreliable: 1 })
  expect(seen.length - summary.repeats).toBeLessThanOrEqual(first.requests + first.more)
  expect(summary.repeats).toBeLessThanOrEqual(first.more)
})

test.concurrent.each<[body: RegExp, code: number]>([
  [/"aloe"}$/, 3],
  [/^\[\]$/, 0],
])(
  'A probe without a response is inconclusive, which fails the run if it is specified: %s',
  async (body, code) => {
    const slow = (seen: Seen) => (body.test(seen.body) ? { status: 200, body: SLOW } : plain(seen))
    const verified = await verifyInProcess(slow, '--json', '--timeout', '1000')
    expect(verified.code).toBe(code)
    const groups = parseLines(verified.lines.join('\n'))
    const inconclusive = groups
      .filter(({ group }) => group === 'inconclusive')
      .map(({ service, probes }) => [service, probes.length])
    expect(inconclusive).toEqual(code === 3 ? [['no response: no end within 1000 ms', 2]] : [])
    const told = groups.map(({ text }) => text)
    const note = 'no response to 1 request that is invalid, such as []: no end within 1000 ms'
    expect(told.includes(note)).toBe(code === 0)
  },
)

test('A service that drops requests without the token is verified to the end, with no request more', async () => {
  const isDropped = ({ headers }: Seen) => headers.authorization !== `Bearer ${TOKEN}`
  const drops = (each: Seen) => (isDropped(each) ? undefined : plain(each))
  const usual = await verifyInProcess(plain)
  const { lines, seen } = await verifyInProcess(drops, '--json')
  expect(seen.filter(isDropped).length).toBeGreaterThan(1)
  expect(JSON.parse(lines.at(-1) ?? '').summary.stopped).toBe(null)
  expect(seen).toHaveLength(usual.seen.length)
})

test('An endless body is given up, and one that is cut short is not a response', async () => {
  const streams: Promise<unknown>[] = []
  await using service = await serve((seen, response) => {
    if (!/tropical|^\[\]$/.test(seen.body)) return plain(seen)
    response.writeHead(successStatus, {
      'content-type': 'application/json',
      'content-length': 1e12,
    })
    if (seen.body === '[]') response.write('{', () => response.socket?.destroy())
    else {
      const more = () => {
        while (response.write('x'.repeat(65536)));
      }
      response.on('drain', more)
      streams.push(once(response, 'close'))
      more()
    }
    return undefined
  })
  const { inconclusive, told } = await verifyInLines(service.url)
  await Promise.all(streams)
  expect(inconclusive.map(group => group.service)).toEqual([
    `${successStatus}, then a body of more than 1048576 bytes`,
  ])
  const lost =
    '(other side closed|terminated|Response body length does not match content-length header)$'
  expect(told.join('\n')).toMatch(new RegExp(`such as \\[\\]: ${successStatus}, then ${lost}`, 'm'))
})

test('A service that ends each connection without saying so conforms', async () => {
  const answered = new WeakSet()
  await using service = await startRawUpstream((socket, request) => {
    if (answered.has(socket)) return
    answered.add(socket)
    const [head = '', sent = ''] = request.split('\r\n\r\n')
    const [method = '', path = ''] = head.split(' ')
    const [, authorization] = /^authorization: (.*)$/im.exec(head) ?? []
    const body = Buffer.from(sent, 'latin1').toString()
    const reply = plain({ method, path, headers: { authorization }, body })
    const text = JSON.stringify(reply.body ?? '')
    socket.write(
      `HTTP/1.1 ${reply.status} X\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    setTimeout(() => socket.end(), 20)
  })
  const { code, stdout } = await verify(service.url, '--token', TOKEN, '--plants', '1')
  expect(stdout).not.toContain('no response')
  expect(code).toBe(0)
})

test('A busy service is asked again after Retry-After, with a warning', async () => {
  let busy = 2
  await using service = await serve(seen =>
    busy-- > 0 ? { status: 429, headers: { 'retry-after': busy ? '0' : '1' } } : plain(seen),
  )
  const { code, stderr, conforms, first } = await verifyInLines(service.url)
  expect(code).toBe(0)
  expect(conforms).toContain('a plant')
  expect(service.seen).toHaveLength(first.requests + 2)
  const warning = (seconds: number) =>
    `plant-store-client verify: the service returned 429; retrying after ${seconds} s (Retry-After)\n`
  expect(stderr).toBe(warning(0) + warning(1))
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
    'OPTIONS',
    'POST',
  ])
})
