// The log as lines of text. As JSON: json-log.test.ts.

import { connect } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { change } from '../harness/addition.ts'
import { Bin } from '../harness/command-line.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { mock, noTerminal, Terminal } from '../harness/terminal.ts'
import { post as send } from './post.ts'

const post = (...given: Parameters<typeof send>) =>
  send(...given)
    .then(response => response.text())
    .catch(() => undefined) // some failures leave no response

test('The start prints the address, and each request a line', async () => {
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
    `POST /v1/plants ${successStatus} N ms  #1  id 1`,
    'POST /v1/plants 400 N ms  #2  id 1  Not a plant: /name is required',
    `POST /v1/plants ${successStatus} N ms  #3  id 9007199254740992 (may have been rounded)`,
    `POST /v1/plants ${successStatus} N ms  #4  id 1234567890123456800 (may have been rounded)`,
    `POST /v1/plants ${successStatus} N ms  #5  id 9007199254740993`,
  ])
  expect(await bin.stop()).toBe(0)
  const { stdout, stderr } = await bin.ended
  expect(stdout).not.toContain('secret')
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toBe('')
})

test.each([[], ['--json']])(
  'An id of 41 digits or hundreds of them is refused, and ends nothing: %j',
  async (...flags) => {
    const bin = new Bin(['--port', '0', ...flags])
    const url = await bin.url()
    for (const digits of [41, 310, 400])
      await post(url, `{"id":${'9'.repeat(digits)},"name":"Monstera"}`)
    await post(url)
    const lines = flags.length > 0 ? (await bin.lines(5)).slice(1) : await bin.log(4)
    expect(await bin.stop()).toBe(0)
    for (const line of lines.slice(0, 3)) expect(line).toContain('/id must be')
    expect(lines[3]).toContain(String(successStatus))
  },
)

test('Fields that plants do not have are named', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  await post(url, '{"id":7,"name":"Monstera","colour":"green"}')
  await post(`${url}/~a`, '{"id":7,"name":"Monstera","a":1,"\\u001b[2Jb":2}')
  await post(url, '{"id":7,"name":"Monstera","tag":"tropical"}')
  const lines = (await bin.log(3)).map(line => line.slice(9).replace(/\d+ ms/, 'N ms'))
  expect(lines).toEqual([
    `POST /plants ${successStatus} N ms  #1  id 7  ignored colour`,
    `POST /~a/plants ${successStatus} N ms  #1  id 7  ignored a, ?[2Jb  session a`,
    `POST /plants ${successStatus} N ms  #2  id 7`,
  ])
  await bin.stop()
})

test('A request in a session is printed with it, and so is the end of one', async () => {
  const bin = new Bin(['--port', '0', '--max-sessions', '1'])
  const url = await bin.url()
  for (const session of ['a', 'b']) await post(`${url}/~${session}`)
  const lines = (await bin.log(3)).map(line =>
    line.replace(/^[\d:]{8} /, '').replace(/\d+ ms/, 'N ms'),
  )
  expect(lines).toEqual([
    `POST /~a/plants ${successStatus} N ms  #1  id 1  session a`,
    'Session a was ended to make room for another: it was idle longest (see --max-sessions)',
    `POST /~b/plants ${successStatus} N ms  #1  id 1  session b`,
  ])
  await bin.stop()
})

test('A request that no session answers is printed with the reason', async () => {
  const bin = new Bin(['--port', '0', '--max-sessions', '1'])
  const url = await bin.url()
  await post(`${url}/~a`, '{"id":1,"name":"Hoya"}')
  await fetch(`${url}/~a/__mock/changes`) // so that a is not ended
  await post(`${url}/~a b`)
  await post(`${url}/~a`, '{"id":1}', { 'x-mock-session': 'b' })
  await post(`${url}/~b`, '{"id":1}', { authorization: 'Bearer secret' })
  await fetch(`${url}/~b/favicon.ico?access_token=secret`)
  await rawRequest(
    Number(new URL(url).port),
    'GET /plants HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  )
  const lines = (await bin.log(6))
    .slice(1)
    .map(line => line.replace(/^[\d:]{8} /, '').replace(/127.0.0.1:\d+/, 'HOST'))
  expect(lines).toEqual([
    'POST /~a%20b/plants 400 0 ms  "a%20b" is not the name of a session: send 1 to 64 of A-Z a-z 0-9 . _ -',
    'POST /~a/plants 400 0 ms  The path names the session "a", and x-mock-session names "b": send one of them',
    'POST /~b/plants 503 0 ms  session b  There is no room for another session: all 1 are in use. End one, or raise maxSessions',
    'GET /~b/favicon.ico?access_token=[redacted] 404 0 ms  session b  There is nothing at /favicon.ico: send POST to http://HOST/~b/plants',
    'GET /plants 400 0 ms  Host must be a name or an address, with or without a port',
  ])
  await bin.stop()
  expect((await bin.ended).stdout).not.toContain('secret')
})

test('What is no request is refused, and has a line', async () => {
  const bin = new Bin(['--port', '0'])
  const port = Number(new URL(await bin.url()).port)
  await rawRequest(port, `GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`)
  await rawRequest(port, 'hello\r\n\r\n')
  await fetch(`https://127.0.0.1:${port}/plants`).catch(() => {})
  const http2 = connect(`http://127.0.0.1:${port}`).on('error', () => {})
  await new Promise(resolve => http2.on('close', resolve))
  const lines = (await bin.log(4)).map(line => line.slice(9))
  await bin.stop()
  expect(lines).toEqual([
    '431  a connection was refused: The headers are longer than Node takes: start the mock with NODE_OPTIONS=--max-http-header-size=65536',
    '400  a connection was refused: This is not an HTTP request: Invalid method encountered',
    '400  a connection was refused: This is TLS, but the mock speaks plain http: write http:// in place of https://',
    '400  a connection was refused: This is HTTP/2, but the mock speaks HTTP/1.1',
  ])
})

test('What is no request, behind one that is being answered, has no line', async () => {
  const bin = new Bin(['--port', '0', '--latency', '50'])
  const port = Number(new URL(await bin.url()).port)
  const request = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'
  await rawRequest(port, `${request}\0\0\0\0`)
  await rawRequest(port, 'hello\r\n\r\n')
  const lines = await bin.log(2)
  await bin.stop()
  expect(lines.map(line => line.slice(9, 13))).toEqual(['POST', '400 '])
})

const failNext = (url: string, failure: unknown) =>
  fetch(`${url}/__mock/failures`, change('POST', { failure }))

const GREEN = '\u001b[32m'
const YELLOW = '\u001b[33m'
const RED = '\u001b[31m'

/** The log of one request, without its time and duration. */
async function lineOf(failure?: unknown, args: string[] = [], body?: string): Promise<string> {
  const bin = new Bin(['--port', '0', ...args], { FORCE_COLOR: '1' })
  const url = await bin.url()
  if (failure !== undefined) await failNext(url, failure)
  const posted = post(url, body)
  const [line = ''] = await bin.log(1)
  await bin.stop()
  await posted
  return line
    .slice('00:00:00 POST /plants '.length)
    .replaceAll('\u001b[0m', '')
    .replace(/ \d+ ms/, '')
}

describe('The outcome of a request', () => {
  test.each<[failure: unknown, line: string]>([
    ['network-error', `${RED}no response  #1  id 1  injected failure: network-error`],
    ['cut-short', `${RED}${successStatus}  #1  id 1  injected failure: cut-short`],
    [{ status: 503 }, `${RED}503  #1  id 1  injected failure`],
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

describe('A request that is held', () => {
  const control = (url: string, method: string, path: string) =>
    fetch(url + path, method === 'GET' ? {} : change(method))

  /** The log of a request that is held in a session until that is reset or ended. */
  async function logOf(method: string, path: string): Promise<string[]> {
    const bin = new Bin(['--port', '0'], { FORCE_COLOR: '1' })
    const url = await bin.url()
    const session = `${url}/~a`
    const held = await control(session, 'POST', '/__mock/holds')
    const { id } = (await held.json()) as { id: string }
    const posted = post(session)
    await control(session, 'GET', `/__mock/holds/${id}`) // answered once the request is held
    expect((await control(url, method, path)).ok).toBe(true)
    await posted
    await post(session) // the log goes on with the next run
    const lines = await bin.log(3)
    await bin.stop()
    return lines.map(line =>
      line
        .slice(line.indexOf('POST'))
        .replaceAll('\u001b[0m', '')
        .replace(/ \d+ ms/, ''),
    )
  }

  test.each([
    ['POST', '/~a/__mock/reset', 'The store was reset'],
    ['DELETE', '/__mock/sessions/a', 'The session a was ended'],
  ])('is in the log when it arrives, and when %s %s ends it', async (method, path, reason) => {
    expect(await logOf(method, path)).toEqual([
      `POST /~a/plants ${YELLOW}held  #1  id 1  session a`,
      `POST /~a/plants ${RED}no response  #1  id 1  session a  ${reason}`,
      `POST /~a/plants ${GREEN}${successStatus}  #1  id 1  session a`,
    ])
  })
})

test('A request without an answer is in the log when it arrives, and when its client has left', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  await failNext(url, 'no-answer')
  const leaving = new AbortController()
  const sent = send(url, undefined, {}, leaving.signal).catch(() => {})
  const [arrived = ''] = await bin.log(1)
  leaving.abort()
  await sent
  const [, gone = ''] = await bin.log(2)
  await bin.stop()
  expect(arrived).toMatch(/POST \/plants no-answer {2}#1 {2}id 1 {2}injected failure: no-answer$/)
  expect(gone).toMatch(
    /POST \/plants no response \d+ ms {2}#1 {2}id 1 {2}injected failure: no-answer {2}The client disconnected$/,
  )
})

describe('Colours', () => {
  const colored = async (env: NodeJS.ProcessEnv) => {
    const bin = new Bin(['--port', '0'], env)
    await post(await bin.url())
    await bin.log(1)
    await bin.stop()
    return (await bin.ended).stdout.includes('\u001b')
  }

  test('outside a terminal only with FORCE_COLOR; the first line has none', async () => {
    expect(await colored({})).toBe(false)
    expect(await colored({ FORCE_COLOR: '0' })).toBe(false)
    expect(await colored({ FORCE_COLOR: '1' })).toBe(true)
    const bin = new Bin(['--port', '0'], { FORCE_COLOR: '1' })
    expect((await bin.lines(1))[0]).not.toContain('\u001b')
    await bin.stop()
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
