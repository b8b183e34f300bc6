// The command line, as a developer meets it.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../support/command-line.ts'
import { rawRequest } from '../support/raw-request.ts'
import { run } from '../support/shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const post = (url: string, body = '{"id":1,"name":"Monstera"}', headers = {}) =>
  fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json', ...headers },
    body,
  })

test('it prints its address and a line for each request', async () => {
  const bin = new Bin(['--port', '0', '--base-path', '/v1'])
  const url = await bin.url()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  await post(url)
  await post(url, '{"id":1}')
  await post(url, '{"id":9007199254740992,"name":"a"}')
  await post(url, '{"id":1234567890123456800,"name":"a"}')
  await post(url, '{"id":9007199254740993,"name":"a"}')
  const lines = await bin.log(5)
  for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d POST .* \d+ ms /)
  expect(lines.map(line => line.slice(9).replace(/\d+ ms/, 'N ms'))).toEqual([
    `POST /v1/plants ${successStatus} N ms  id 1`,
    'POST /v1/plants 400 N ms  id 1  Not a plant: /name is required',
    `POST /v1/plants ${successStatus} N ms  id 9007199254740992 (may have been rounded)`,
    `POST /v1/plants ${successStatus} N ms  id 1234567890123456800 (may have been rounded)`,
    `POST /v1/plants ${successStatus} N ms  id 9007199254740993`,
  ])
  expect(await bin.stop()).toBe(0)
  const { stdout, stderr } = await bin.ended
  expect(stdout).not.toContain('secret')
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toBe('')
})

test('a request in a session is printed with it, and so is the end of one', async () => {
  const bin = new Bin(['--port', '0', '--max-sessions', '1'])
  const url = await bin.url()
  for (const session of ['a', 'b']) await post(`${url}/~${session}`)
  const lines = (await bin.log(3)).map(line =>
    line.replace(/^[\d:]{8} /, '').replace(/\d+ ms/, 'N ms'),
  )
  expect(lines).toEqual([
    `POST /~a/plants ${successStatus} N ms  id 1  session a`,
    'Session a was ended to make room for another: it was idle longest (see --max-sessions)',
    `POST /~b/plants ${successStatus} N ms  id 1  session b`,
  ])
  await bin.stop()
})

test('--json names the session of a request, and says when one is ended', async () => {
  const bin = new Bin(['--port', '0', '--json', '--max-sessions', '1'])
  const url = await bin.url()
  await post(url)
  for (const session of ['a', 'b'])
    await post(url, '{"id":1,"name":"Monstera"}', { 'x-mock-session': session })
  const [, ...lines] = (await bin.lines(5)).map(line => JSON.parse(line))
  expect(lines[0]).not.toHaveProperty('session')
  expect(lines.slice(1)).toMatchObject([
    { number: 1, session: 'a' },
    { sessionEnded: 'a' },
    { number: 1, session: 'b' },
  ])
  await bin.stop()
})

test('a request that no session answers is printed with the reason', async () => {
  const text = new Bin(['--port', '0', '--max-sessions', '1'])
  const json = new Bin(['--port', '0', '--json', '--max-sessions', '1'])
  const send = async (bin: Bin) => {
    const url = await bin.url()
    const reading = new AbortController()
    await fetch(`${url}/~a/__mock/events`, { signal: reading.signal }) // so that a is not ended
    await post(`${url}/~a b`)
    await post(`${url}/~a`, '{"id":1}', { 'x-mock-session': 'b' })
    await post(`${url}/~b`, '{"id":1}', { authorization: 'Bearer secret' })
    await fetch(`${url}/~b/favicon.ico?access_token=secret`)
    await rawRequest(
      Number(new URL(url).port),
      'GET /plants HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
    )
    reading.abort()
  }
  await send(text)
  const lines = (await text.log(5)).map(line =>
    line.replace(/^[\d:]{8} /, '').replace(/127.0.0.1:\d+/, 'HOST'),
  )
  expect(lines).toEqual([
    'POST /~a%20b/plants 400 0 ms  "a%20b" is not the name of a session: send 1 to 64 of A-Z a-z 0-9 . _ -',
    'POST /~a/plants 400 0 ms  The path names the session "a", and x-mock-session names "b": send one of them',
    'POST /~b/plants 503 0 ms  session b  There is no room for another session: all 1 are in use. End one, or raise maxSessions',
    'GET /~b/favicon.ico?access_token=[redacted] 404 0 ms  session b  There is nothing at /favicon.ico: send POST to http://HOST/~b/plants',
    'GET /plants 403 0 ms  a.test is not a name of this server: allow it with --allowed-host or allowedHosts',
  ])
  await send(json)
  const [, ...entries] = (await json.lines(6)).map(line => JSON.parse(line))
  expect(entries).toMatchObject([
    { method: 'POST', status: 400, reason: expect.stringContaining('not the name of a session') },
    { status: 400, response: { body: { error: 400 } } },
    { status: 503, session: 'b', duration: 0, headers: { authorization: 'Bearer [redacted]' } },
    { status: 404, session: 'b' },
    { status: 403 },
  ])
  for (const entry of entries) expect(entry).not.toHaveProperty('number')
  await Promise.all([text.stop(), json.stop()])
  expect((await json.ended).stdout + (await text.ended).stdout).not.toContain('secret')
})

test('control characters of a request do not reach the terminal', async () => {
  const bin = new Bin(['--port', '0'])
  await post(await bin.url(), '{"id":1}', { 'content-type': 'text/\u009b31m' })
  expect((await bin.log(1))[0]).toContain('not text/?31m')
  await bin.stop()
})

test('--json: one line of JSON each, ids exact, no token', async () => {
  const bin = new Bin(['--port', '0', '--json'])
  const url = await bin.url()
  expect(JSON.parse((await bin.lines(1))[0] ?? '')).toEqual({ listening: url })
  await post(url, '{"id":9223372036854775807,"name":"a"}')
  const [, line = ''] = await bin.lines(2)
  expect(JSON.parse(line)).toMatchObject({ number: 1, method: 'POST', status: successStatus })
  expect(line).toContain('9223372036854775807')
  expect(line).not.toContain('secret')
  await bin.stop()
})

test('--quiet: nothing but errors', async () => {
  const { port, close } = await startMockServer({ port: 0 })
  await close()
  const bin = new Bin(['--port', String(port), '--quiet'])
  for (;;) {
    const response = await post(`http://127.0.0.1:${port}`).catch(() => undefined)
    if (response?.status === successStatus) break
  }
  expect(await bin.stop()).toBe(0)
  expect(await bin.ended).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('the options of the store are flags', async () => {
  const plants = file('plants.json', '\n[{"id": 9007199254740993, "name": "Ficus"}]')
  const bin = new Bin([
    ...['--port', '0', '--plants', plants, '--duplicate-ids', 'reject', '--token', 'secret'],
    ...['--latency', '5-10', '--max-body-bytes', '60', '--max-requests', '10'],
    ...['--random-seed', '1', '--failure-rate', '0', '--allowed-host', 'plants.test'],
  ])
  const url = await bin.url()
  const status = async (...call: Parameters<typeof post>) => (await post(...call)).status
  expect(await status(url, '{"id":9007199254740993,"name":"a"}')).toBe(400)
  expect(await status(url, '{"id":9007199254740992,"name":"a"}')).toBe(successStatus)
  expect(await status(url, ' '.repeat(61))).toBe(413)
  expect(await status(url, '{}', { authorization: 'Bearer other' })).toBe(401)
  await bin.stop()
})

test('--failure-rate and --random-seed: the same run twice', async () => {
  const run = async () => {
    const bin = new Bin(['--port', '0', '--failure-rate', '0.7', '--random-seed', '5'])
    const url = await bin.url()
    const seen: unknown[] = []
    for (let count = 0; count < 12; count++)
      seen.push(
        await post(url).then(
          ({ status }) => status,
          () => 'error',
        ),
      )
    await bin.stop()
    return seen
  }
  const first = await run()
  expect(new Set(first).size).toBeGreaterThan(2)
  expect(await run()).toEqual(first)
})

describe('wrong flags are one line and exit code 2', () => {
  test.each([
    [['--port', 'x'], /--port must be an integer from 0/],
    [['--port', '65536'], /--port must be an integer from 0/],
    [['--host', ''], /--host must be/],
    [['--latency', '400-100'], /--latency must be a number of milliseconds/],
    [['--latency', 'slow'], /--latency must be a number of milliseconds/],
    [['--failure-rate', '2'], /--failure-rate must be a number from 0 to 1/],
    [['--random-seed', '1.5'], /--random-seed must be/],
    [['--duplicate-ids', 'maybe'], /--duplicate-ids must be 'accept' or 'reject'/],
    [['--max-body-bytes=-1'], /--max-body-bytes must be/],
    [
      ['--random-seed', '-1'],
      /--random-seed needs a value; write one that begins with - as --random-seed=VALUE/,
    ],
    [['--max-sessions', '0'], /--max-sessions must be an integer, 1 or more/],
    [['--max-requests', '1e3'], /--max-requests must be/],
    [['--base-path', 'v1'], /--base-path must be/],
    [['--token', 'a b'], /--token must be/],
    [['--port', 'x', '--host', '', '--latency', '2-1'], /--port .*; --host .*; --latency /],
    [
      ['--latency', '200-100'],
      /--latency must be a number of milliseconds, or a range such as 100-400 /,
    ],
    [['--token', ''], /--token must be a bearer token: /],
    [['--plants', file('empty.json', '\n')], /empty\.json:1:1: is empty; an empty list is \[\]\n$/],
    [['--plants', folder], /: is a folder\n$/],
    [['--tokens'], /--tokens/],
    [['plants'], /plants/],
    [['--plants', file('cut.json', '[\n  {"id": 1,\n')], /cut\.json:3:1: expected a key/],
    [['--plants', file('comma.json', '[1,]')], /comma\.json:1:4: expected a value but got "\]"/],
    [['--plants', file('object.json', '{}')], /object\.json:1:1: must be an array of plants/],
    [
      ['--plants', file('wrong.json', '[\n  {"id": 1, "name": "a"},\n  {"id": "1"}\n]')],
      /wrong\.json:3:3: \/1\/name is required; \/1\/id must be an integer, but got the string "1": send it without quotes/,
    ],
    [
      ['--plants', file('half.json', '[{"id": 9007199254740993.5, "name": "a"}]')],
      /half\.json:1:2: \/0\/id must be an integer within int64/,
    ],
    [
      ['--plants', file('latin1.json', Uint8Array.of(0x22, 0xe9, 0x22))],
      /latin1\.json: is not UTF-8/,
    ],
    [['--plants', join(folder, 'none.json')], /none\.json: there is no such file\n$/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await new Bin(args).ended
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('an address it cannot listen on is one line and exit code 1', () => {
  test('a port that is taken', async () => {
    await using server = await startMockServer({ port: 0 })
    const { code, stderr } = await new Bin(['--port', String(server.port)]).ended
    expect(code).toBe(1)
    expect(stderr).toBe(
      `plant-store-mock: Port ${server.port} of 127.0.0.1 is in use: stop the program that uses it, or choose another port (--port 0 takes any free one)\n`,
    )
  })

  test.each([
    ['host.invalid', 'the name host.invalid cannot be resolved'],
    ['192.0.2.1', 'this machine does not have the address 192.0.2.1'],
  ])('the host %s', async (host, message) => {
    const { code, stderr } = await new Bin(['--port', '0', '--host', host]).ended
    expect(code).toBe(1)
    expect(stderr).toBe(`plant-store-mock: --host: ${message}\n`)
  })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it within a second, whatever is open',
  async signal => {
    const bin = new Bin(['--port', '0', '--latency', '60000'])
    const url = await bin.url()
    const { port } = new URL(url)
    const idle = connect(Number(port), '127.0.0.1').on('error', () => {})
    const closed = new Promise(resolve => idle.on('close', resolve))
    const half = connect(Number(port), '127.0.0.1').on('error', () => {})
    half.write('POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    await new Promise(resolve => idle.once('connect', resolve))
    const waiting = expect(post(url)).rejects.toThrow(TypeError)
    await fetch(`${url}/plants`, { method: 'OPTIONS', signal: AbortSignal.timeout(50) }).catch(
      () => {},
    )
    const before = performance.now()
    expect(await bin.stop(signal)).toBe(0)
    expect(performance.now() - before).toBeLessThan(1_000)
    await closed
    await waiting
  },
)

test('a reader that stops after a line does not crash it', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  bin.process.stdout?.destroy()
  for (let count = 0; count < 3; count++) expect((await post(url)).status).toBe(successStatus)
  expect(await bin.stop()).toBe(0)
  expect((await bin.ended).stderr).toBe('')
})

test.each(['plant-store-mock', 'plant-store-client'])('%s prints its own name', async program => {
  const help = await run('.', 'node', `dist/mock/${program}.js`, '--help')
  expect(help).toMatch(
    new RegExp(`^Usage: ${program} \\[options\\]\n +${program} verify <baseUrl>`),
  )
  expect(await run('.', 'node', `dist/mock/${program}.js`, 'verify', '--help')).toMatch(
    new RegExp(`^Usage: ${program} verify <baseUrl>`),
  )
  const error = await run('.', 'node', `dist/mock/${program}.js`, '--prt').catch(String)
  expect(error).toContain(`\n${program}: Unknown option --prt: did you mean --port?`)
})

test('--help and --version', async () => {
  const help = await new Bin(['--help', '--plants', 'none.json']).ended
  expect(help.code).toBe(0)
  for (const flag of ['--latency', '--plants', '--json', 'NO_COLOR'])
    expect(help.stdout).toContain(flag)
  expect((await new Bin(['--version']).ended).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
