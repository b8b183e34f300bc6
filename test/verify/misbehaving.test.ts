// Services that give no response, or not a whole one.

import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { isValid, plain, serve, TOKEN } from './sample-service.ts'
import { verify, verifyInLines } from './verify-bin.ts'

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
    expect(await stopped(service.url, '--timeout', '100')).toMatch(/: no end within 100 ms$/m)
    expect(service.seen).toHaveLength(1)
  })

  test('it closes the connection', async () => {
    await using service = await serve((_, response) => void response.socket?.destroy())
    expect(await stopped(service.url)).toMatch(/: no response: other side closed$/m)
    expect(service.seen).toHaveLength(1)
  })

  test.each([401, 403])('it does not accept the token: %s', async status => {
    await using service = await serve(() => ({
      status,
      body: { error: 1, message: `No ${TOKEN}` },
    }))
    expect(await stopped(service.url)).toMatch(
      new RegExp(`does not accept this token: it returned ${status}: No \\[token\\]$`, 'm'),
    )
    expect(service.seen).toHaveLength(1)
  })

  test('it speaks HTTP, but the address says TLS', async () => {
    await using service = await serve(plain)
    expect(await stopped(service.url.replace('http', 'https'))).toMatch(/no response: .+/)
  })

  test('it goes away: what came before is reported, and the run stops', async () => {
    let count = 0
    await using service = await serve((seen, response) => {
      if (++count < 5) return plain(seen)
      response.socket?.destroy()
      return undefined
    })
    const { code, rules, summary } = await verifyInLines(service.url)
    expect(code).toBe(3)
    expect(rules.map(({ verdict }) => verdict)).toEqual([
      ...Array(4).fill('conforms'),
      ...Array(3).fill('inconclusive'),
    ])
    expect(summary.stopped).toMatch(/other side closed \(3 times in a row\)$/)
  })
})

test('A rule without a response is inconclusive if it is specified', async () => {
  await using service = await serve(seen =>
    /tropical|^\[\]$/.test(seen.body) ? undefined : plain(seen),
  )
  const { code, line } = await verifyInLines(service.url, '--timeout', '200')
  expect(code).toBe(3)
  expect(line('a tag')).toMatchObject({ verdict: 'inconclusive', service: 'no end within 200 ms' })
  expect(line('the body is an array')).toMatchObject({
    verdict: 'unspecified',
    service: 'no end within 200 ms',
    sameAsMock: false,
  })
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
  const { line } = await verifyInLines(service.url)
  await Promise.all(streams)
  expect(line('a tag').service).toBe(`${successStatus}, then a body of more than 1048576 bytes`)
  expect(line('the body is an array').service).toMatch(
    new RegExp(`^${successStatus}, then (other side closed|terminated)$`),
  )
})

test('Redirects are not followed, and shown', async () => {
  await using target = await serve(plain)
  await using service = await serve(seen =>
    seen.path === '/plants/'
      ? { status: 308, headers: { location: `${target.url}/plants` } }
      : plain(seen),
  )
  const { code, line } = await verifyInLines(service.url)
  expect(code).toBe(0)
  expect(target.seen).toEqual([])
  expect(line('/plants/').service).toBe(`308, no body, Location: ${target.url}/plants`)
})

describe('a service that is busy', () => {
  test('is asked again after Retry-After, with a warning', async () => {
    let busy = 2
    await using service = await serve(seen =>
      busy-- > 0 ? { status: 429, headers: { 'retry-after': busy ? '0' : '1' } } : plain(seen),
    )
    const { code, stderr, line, first } = await verifyInLines(service.url)
    expect(code).toBe(0)
    expect(line('a plant').verdict).toBe('conforms')
    expect(service.seen).toHaveLength(first.requests + 2)
    expect(stderr).toBe(
      [0, 1]
        .map(
          s =>
            `plant-store-client verify: the service returned 429; retrying after ${s} s (Retry-After)\n`,
        )
        .join(''),
    )
  })

  test.each([
    ['for too long', { 'retry-after': '61' }, 3],
    ['without an end in sight', { 'retry-after': '0' }, 9],
    ['and does not say for how long', {}, 3],
  ])('%s is asked no more', async (_how, headers, asked) => {
    const body = { error: 1, message: `Not now, \u001b ${TOKEN}` }
    await using service = await serve(() => ({ status: 503, headers, body }))
    const { code, rules, summary } = await verifyInLines(service.url)
    expect(code).toBe(3)
    expect(service.seen).toHaveLength(asked)
    expect(rules.map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ])
    expect(summary.stopped).toBe('The service is busy: it returned 503: Not now, ? [token]')
  })

  test('only once leaves that rule inconclusive', async () => {
    await using service = await serve(seen =>
      isValid(seen) && seen.body.includes('tropical') ? { status: 429 } : plain(seen),
    )
    const { code, line } = await verifyInLines(service.url)
    expect(code).toBe(3)
    expect(line('a tag')).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['the service is busy'],
    })
  })
})
