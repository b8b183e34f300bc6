// The words and colours of the log. Time, duration, id and session: test/mock/command-line.test.ts.

import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../support/command-line.ts'
import { mock, noTerminal, Terminal } from '../support/terminal.ts'

const post = (url: string, body = '{"id":1,"name":"Monstera"}') =>
  fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body,
  })
    .then(response => response.text())
    .catch(() => undefined) // some failures leave no response

const failNext = (url: string, failure: unknown) =>
  fetch(`${url}/__mock/failures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failure }),
  })

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
    ['network-error', `${RED}no response  id 1  failed on command: network-error`],
    ['no-answer', `${RED}no response  id 1  failed on command: no-answer`],
    ['cut-short', `${RED}${successStatus}  id 1  failed on command: cut-short`],
    ['malformed-json', `${RED}${successStatus}  id 1  failed on command: malformed-json`],
    ['empty-body', `${RED}${successStatus}  id 1  failed on command: empty-body`],
    ['wrong-shape', `${RED}${successStatus}  id 1  failed on command: wrong-shape`],
    [{ status: 503 }, `${RED}503  id 1  failed on command`],
    [{ status: 409 }, `${YELLOW}409  id 1  failed on command`],
    [{ status: 302 }, `${YELLOW}302  id 1  failed on command`],
    [{ status: successStatus, body: 'no' }, `${RED}${successStatus}  id 1  failed on command`],
  ])('of the failure %j', async (failure, line) => {
    expect(await lineOf(failure)).toBe(line)
  })

  test('A random failure is by chance', async () => {
    const line = await lineOf(undefined, ['--failure-rate', '1', '--random-seed', '1'])
    expect(line).toContain('  failed by chance')
    expect(line).not.toContain('on command')
    expect(line).not.toContain(GREEN)
  })

  test('Only a success is green', async () => {
    expect(await lineOf()).toBe(`${GREEN}${successStatus}  id 1`)
    expect(await lineOf(undefined, [], '{"id":1}')).toBe(
      `${YELLOW}400  id 1  Not a plant: /name is required`,
    )
  })

  test('An id that is no integer is left out', async () => {
    expect(await lineOf(undefined, [], '{"id":"id 7","name":"Monstera"}')).toBe(
      `${YELLOW}400  Not a plant: /id must be an integer, but got the string "id 7"`,
    )
  })
})

describe('A request that is held', () => {
  const control = (url: string, method: string, path: string) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })

  /** The log of a request that is held in a session until that is reset or ended. */
  async function logOf(method: string, path: string, args: string[] = []): Promise<string[]> {
    const bin = new Bin(['--port', '0', ...args])
    const url = await bin.url()
    const session = `${url}/~a`
    const held = await control(session, 'POST', '/__mock/holds')
    const { id } = (await held.json()) as { id: string }
    const posted = post(session)
    await control(session, 'GET', `/__mock/holds/${id}`) // answered once the request is held
    expect((await control(url, method, path)).ok).toBe(true)
    await posted
    await post(session) // the log goes on with the next run
    const lines = args.length > 0 ? (await bin.lines(3)).slice(1) : await bin.log(2)
    await bin.stop()
    return lines.map(line => line.slice(line.indexOf('POST')).replace(/ \d+ ms/, ''))
  }

  test.each([
    ['POST', '/~a/__mock/reset', 'The store was reset'],
    ['DELETE', '/__mock/sessions/a', 'The session a was ended'],
  ])('is in the log if %s %s ends it', async (method, path, reason) => {
    const [first, second] = await logOf(method, path)
    expect(first).toBe(`POST /~a/plants no response  id 1  session a  ${reason}`)
    expect(second).toBe(`POST /~a/plants ${successStatus}  id 1  session a`)
  })

  test('is in the log as JSON too', async () => {
    const [first] = await logOf('DELETE', '/__mock/sessions/a', ['--json'])
    expect(first).toContain('"reason":"The session a was ended"')
    expect(first).not.toContain('"status"')
  })
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
    terminal.type('q')
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
