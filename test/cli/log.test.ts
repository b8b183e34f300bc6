// The log as lines of text. As JSON: json-log.test.ts.

import { connect } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { change } from '../harness/addition.ts'
import { Bin } from '../harness/command-line.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'
import { mock, noTerminal, Terminal } from '../harness/terminal.ts'
import { post as send } from './post.ts'

const post = (...given: Parameters<typeof send>) =>
  send(...given)
    .then(response => response.text())
    .catch(() => undefined) // some failures leave no response

const portOf = (url: string) => Number(new URL(url).port)

/** The lines of a log, without the time of day, durations, the port and the end of colours. */
const shorten = (lines: string[]) =>
  lines.map(line =>
    line
      .replace(/^[\d:]{8} /, '')
      .replace(/ \d+ ms/, '')
      .replace(/127.0.0.1:\d+/, 'HOST')
      .replaceAll('\u001b[0m', ''),
  )

/** The first lines of the log of what is sent to a new mock. */
async function logOf(
  count: number,
  flags: string[],
  run: (url: string, bin: Bin) => Promise<unknown>,
  env: NodeJS.ProcessEnv = {},
): Promise<string[]> {
  await using bin = new Bin(['--port', '0', ...flags], env)
  await run(await bin.url(), bin)
  return shorten(await bin.log(count))
}

test('The server listens on 127.0.0.1, with --port 0 on any free port, the start prints the address, and the mock logs each request in a line, with unknown properties that were ignored', async () => {
  const bin = new Bin(['--port', '0', '--base-path', '/v1'])
  const url = await bin.url()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  const ids = ['9007199254740992', '1234567890123456800', '9007199254740993']
  const bodies = ids.map(id => `{"id":${id},"name":"a"}`)
  const unknown = '{"id":7,"name":"a","colour":"green","size":2}'
  for (const body of [undefined, '{"id":1}', ...bodies, unknown]) await post(url, body)
  const lines = await bin.log(6)
  for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d POST .* \d+ ms /)
  expect(shorten(lines)).toEqual([
    `POST /v1/plants ${successStatus}  #1  id 1`,
    'POST /v1/plants 400  #2  id 1  Not a plant: /name is required',
    `POST /v1/plants ${successStatus}  #3  id 9007199254740992 (may have been rounded)`,
    `POST /v1/plants ${successStatus}  #4  id 1234567890123456800 (may have been rounded)`,
    `POST /v1/plants ${successStatus}  #5  id 9007199254740993`,
    `POST /v1/plants ${successStatus}  #6  id 7  ignored colour, size`,
  ])
  expect(await bin.stop()).toBe(0)
  const { stdout, stderr } = await bin.ended
  expect(stdout).not.toContain('secret')
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toBe('')
})

test('An id that no double can hold is logged with all its digits', async () => {
  const bin = new Bin(['--port', '0'])
  const id = '1'.repeat(310)
  await post(await bin.url(), `{"id":${id},"name":"a"}`)
  const [line] = await bin.log(1)
  expect(line).toContain(`  id ${id}  Not a plant: /id must be an integer within int64`)
  expect(await bin.stop()).toBe(0)
})

test('A request is printed with [redacted] in place of secrets, with its session, the end of a session, and why no session answers', async () => {
  const lines = await logOf(8, ['--max-sessions', '1'], async (url, bin) => {
    for (const session of ['z', 'a']) await post(`${url}/~${session}`)
    await fetch(`${url}/~a/__mock/changes`) // so that a is not ended
    await post(`${url}/~a b`)
    await post(`${url}/~a`, '{"id":1}', { 'x-mock-session': 'b' })
    await post(`${url}/~b`, '{"id":1}', { authorization: 'Bearer secret' })
    await fetch(`${url}/~b/favicon.ico?access_token=secret`)
    const invalid = rawPost('', ['Connection: close']).replace('localhost', 'a b')
    await rawRequest(portOf(url), invalid)
    expect((await bin.log(8)).join()).not.toContain('secret')
  })
  expect(lines).toEqual([
    `POST /~z/plants ${successStatus}  #1  id 1  session z`,
    'Session z was ended to make room for another: it was idle longest (see --max-sessions)',
    `POST /~a/plants ${successStatus}  #1  id 1  session a`,
    'POST /~a%20b/plants 400  "a%20b" is not the name of a session: send 1 to 64 of A-Z a-z 0-9 . _ -',
    'POST /~a/plants 400  The path names the session "a", and x-mock-session names "b": send one of them',
    'POST /~b/plants 503  session b  There is no room for another session: all 1 are in use. End one, or raise maxSessions',
    'GET /~b/favicon.ico?access_token=[redacted] 404  session b  There is nothing at /favicon.ico: send POST to http://HOST/~b/plants',
    'POST /plants 400  Host must be a name or an address, with or without a port',
  ])
})

test('Headers of over 16 KiB get a 431, bytes that are not HTTP a 400, and each has a line', async () => {
  const lines = await logOf(4, [], async url => {
    const port = portOf(url)
    await rawRequest(port, `GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`)
    await rawRequest(port, 'hello\r\n\r\n')
    await fetch(`https://127.0.0.1:${port}/plants`).catch(() => {})
    const http2 = connect(`http://127.0.0.1:${port}`).on('error', () => {})
    await new Promise(resolve => http2.on('close', resolve))
  })
  expect(lines).toEqual([
    '431  a connection was refused: The headers are longer than Node takes: start the mock with NODE_OPTIONS=--max-http-header-size=65536',
    '400  a connection was refused: This is not an HTTP request: Invalid method encountered',
    '400  a connection was refused: This is TLS, but the mock speaks plain http: write http:// in place of https://',
    '400  a connection was refused: This is HTTP/2, but the mock speaks HTTP/1.1',
  ])
})

test('What is not a request, behind one that is being answered, has no line', async () => {
  const lines = await logOf(2, ['--latency', '50'], async url => {
    await rawRequest(portOf(url), `${rawPost('')}\0\0\0\0`)
    await rawRequest(portOf(url), 'hello\r\n\r\n')
  })
  expect(lines.map(line => line.slice(0, 4))).toEqual(['POST', '400 '])
})

const failNext = (url: string, failure: unknown) =>
  fetch(`${url}/__mock/failures`, change('POST', { failure }))

const GREEN = '\u001b[32m'
const YELLOW = '\u001b[33m'
const RED = '\u001b[31m'
const COLORS = { FORCE_COLOR: '1' }

/** The log of one request, in colour. */
async function lineOf(failure?: unknown, flags: string[] = [], body?: string): Promise<string> {
  const run = async (url: string) => {
    if (failure !== undefined) await failNext(url, failure)
    await post(url, body)
  }
  const [line = ''] = await logOf(1, flags, run, COLORS)
  return line.slice('POST /plants '.length)
}

describe('The outcome of a request', () => {
  test.each<[failure: unknown, line: string]>([
    ['network-error', `${RED}no response  #1  id 1  injected failure: network-error`],
    ['cut-short', `${RED}${successStatus}  #1  id 1  injected failure: cut-short`],
    [{ status: 500 }, `${RED}500  #1  id 1  injected failure`],
    [{ status: 302 }, `${YELLOW}302  #1  id 1  injected failure`],
    [{ status: 409 }, `${YELLOW}409  #1  id 1  injected failure`],
    [{ status: successStatus, body: 'no' }, `${RED}${successStatus}  #1  id 1  injected failure`],
  ])('of the failure %j', async (failure, line) => {
    expect(await lineOf(failure)).toBe(line)
  })

  test('A random failure says so', async () => {
    const line = await lineOf(undefined, ['--failure-rate', '1', '--random-seed', '1'])
    expect(line).toContain('  random failure')
    expect(line).not.toContain('injected')
    expect(line).not.toContain(GREEN)
  })

  test('Only a success is green', async () => {
    expect(await lineOf()).toBe(`${GREEN}${successStatus}  #1  id 1`)
    expect(await lineOf(undefined, [], '{"id":1}')).toBe(
      `${YELLOW}400  #1  id 1  Not a plant: /name is required`,
    )
  })
})

test('A held request is in the log when it arrives, and when a reset ends it', async () => {
  const run = async (url: string) => {
    const session = `${url}/~a`
    const held = await fetch(`${session}/__mock/holds`, change('POST'))
    const { id } = (await held.json()) as { id: string }
    const posted = post(session)
    await fetch(`${session}/__mock/holds/${id}`) // answered once the request is held
    await fetch(`${session}/__mock/reset`, change('POST'))
    await posted
    await post(session) // the log goes on with the next run
  }
  expect(await logOf(3, [], run, COLORS)).toEqual([
    `POST /~a/plants ${YELLOW}held  #1  id 1  session a`,
    `POST /~a/plants ${RED}no response  #1  id 1  session a  The store was reset`,
    `POST /~a/plants ${GREEN}${successStatus}  #1  id 1  session a`,
  ])
})

test('A request without an answer is in the log when it arrives, and when its client has left', async () => {
  const lines = await logOf(2, [], async (url, bin) => {
    await failNext(url, 'no-answer')
    const leaving = new AbortController()
    const sent = send(url, undefined, {}, leaving.signal).catch(() => {})
    await bin.log(1)
    leaving.abort()
    await sent
  })
  const failure = '#1  id 1  injected failure: no-answer'
  expect(lines).toEqual([
    `POST /plants no-answer  ${failure}`,
    `POST /plants no response  ${failure}  The client disconnected`,
  ])
})

describe('Colours', () => {
  const colored = async (env: NodeJS.ProcessEnv) => {
    await using bin = new Bin(['--port', '0'], env)
    await post(await bin.url())
    await bin.log(1)
    const [first, ...others] = await bin.lines(1)
    expect(first).not.toContain('\u001b')
    return others.join().includes('\u001b')
  }

  test('outside a terminal only with FORCE_COLOR; the first line has none', async () => {
    expect(await colored({})).toBe(false)
    expect(await colored({ FORCE_COLOR: '0' })).toBe(false)
    expect(await colored({ FORCE_COLOR: '1' })).toBe(true)
  })

  const inTerminal = async (env: NodeJS.ProcessEnv) => {
    const terminal = new Terminal(`${mock} --port 0`, env)
    const [, url = ''] = await terminal.see(/listens on (http:\S+)/)
    await terminal.see(/Press h/)
    await post(url)
    await terminal.see(/id 1/)
    terminal.type('q\n')
    expect(await terminal.ended).toBe(0)
    return terminal.screen.includes('\u001b')
  }

  test.skipIf(noTerminal)('in a terminal unless NO_COLOR or FORCE_COLOR=0 is set', async () => {
    expect(await inTerminal({})).toBe(true)
    expect(await inTerminal({ NO_COLOR: '1' })).toBe(false)
    expect(await inTerminal({ FORCE_COLOR: '0' })).toBe(false)
    expect(await inTerminal({ TERM: 'dumb' })).toBe(false)
  })
})
