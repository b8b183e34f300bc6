// The curl command of a request: what a shell makes of it is what was sent.

import { execFileSync, spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { toCurl, toShellWord, withoutSenderHeaders } from '../../mock/http/curl.ts'
import { skipped } from '../harness/browser.ts'
import { Bin } from '../harness/command-line.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'
import { freshFolder, run } from '../harness/shell.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const firstCommand = () =>
    it.page.getByRole('group', { name: 'curl command that adds a plant' }).innerText()
  const copied = async () => {
    await it.button('Copy as curl').click()
    await it.button('Copied').waitFor()
    return it.page.evaluate(() => navigator.clipboard.readText())
  }
  const paste = (command: string) =>
    run('.', 'bash', '-c', `export PLANT_STORE_TOKEN=${TOKEN}; ${command} --silent`)

  test('In the web console of the command, its token is in every curl command, which runs when it is pasted, also after a restart with another', async () => {
    const bin = new Bin(['--port', '0', '--token', TOKEN])
    const url = await bin.url()
    await it.open({}, `${url}/__mock`)
    const command = await firstCommand()
    expect(command).toContain(`'Authorization: Bearer ${TOKEN}'`)
    expect(await bin.startUp()).toContain(command)
    expect(await it.page.getByText('PLANT_STORE_TOKEN').count()).toBe(0)
    await paste(command)
    await it.newest().getByText(String(successStatus), { exact: true }).waitFor()
    await it.select()
    expect(await copied()).toBe(command)
    const dialog = await it.dialog('Send')
    expect(await dialog.getByLabel('Token').inputValue()).toBe(TOKEN)
    await it.page.keyboard.press('Escape')
    await bin.stop()
    await it.status('Reconnecting…')
    await using _restarted = new Bin(['--port', new URL(url).port, '--token', 'another-token'])
    await it.status('Live')
    await expect.poll(copied).toContain("'Authorization: Bearer another-token'")
  })

  test('A token that was not given there comes from the shell, and headers that browsers add are left out', async () => {
    await it.open()
    await it.see('where PLANT_STORE_TOKEN is a token of the mock')
    const command = await firstCommand()
    expect(command).toContain('"Authorization: Bearer $PLANT_STORE_TOKEN"')
    await paste(command)
    const detail = await it.select()
    await detail.getByText('The command takes the token from PLANT_STORE_TOKEN.').waitFor()
    expect(await copied()).toBe(command)
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await detail.getByText('request #2').waitFor()
    const ofBrowser = await copied()
    expect(ofBrowser.match(/-H .[^:]*/g)).toEqual(['-H "Authorization', "-H 'Content-Type"])
    await paste(ofBrowser)
    expect(it.server.store.plants).toHaveLength(3)
  })

  test('The token goes to the mock alone, and takes the place of no other one', async () => {
    await using bin = new Bin(['--port', '0', '--token', TOKEN])
    const url = await bin.url()
    const { port } = new URL(url)
    const lines = ['Connection: close']
    const elsewhere = rawPost('{}', lines, 'http://evil.test/plants').replace(' token', ` ${TOKEN}`)
    await rawRequest(Number(port), elsewhere)
    await it.open({}, `${url}/__mock`)
    await it.select()
    const command = await copied()
    expect(command).toMatch(`curl -X POST '${url}/plants'`)
    expect(command).toContain(TOKEN)
    await it.post('{}', { authorization: 'Bearer wrong' }, `${url}/plants`)
    await it.select(it.rows().nth(1))
    await expect.poll(copied).toContain('"Authorization: Bearer $PLANT_STORE_TOKEN"')
  })
})

/** The shells that commands are pasted into. */
const SHELLS = ['bash', 'dash', 'zsh', 'fish']
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
for (const shell of SHELLS)
  if (!isInstalled(shell)) console.log(`Skipped: quoting in ${shell}, which is not installed`)

describe.each(SHELLS)('In %s', shell => {
  const it = test.skipIf(!isInstalled(shell))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that must not be pasted
  const CONTROL = /[\x00-\x1f\x7f-\x9f]/
  const HARD = [
    "it's",
    '\\',
    "\\'",
    "\\';touch pwned;'",
    "\\'\ntouch pwned\n'x",
    'a\\\\b\\n\\',
    '$(false) `false` $HOME !! \\ %s %n "',
    "-n\n'\u001b[2J\u0085\\'!a%",
    'a\tb\\\tc',
    '',
    '@file',
    '{"name":"L\'été \\u001b \\"Fern\\" (id) {a,b} ~ * ?"}',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '\\',
        '"',
        '\n',
        '$',
        '!',
        '%',
        '-',
        'a',
        '0',
        '\x1b',
        '\x85',
        'é',
      ),
      maxLength: 12,
    }),
  )

  it('any text is one word, and no line break or control character is pasted', () => {
    const random = fc.sample(text, { numRuns: 600, seed: 5 })
    const texts = [...HARD, ...random].map(each => each.replaceAll('\0', '').replace(/\n+$/, ''))
    const quoted = texts.map(toShellWord)
    const words = execFileSync(shell, ['-c', `printf '%s\\0' ${quoted.join(' ')}`], UTF8)
    expect(words.split('\0').slice(0, -1)).toEqual(texts)
    expect(quoted.join('')).not.toMatch(CONTROL)
  })

  it('a command sends any body, byte for byte, and nothing else runs', async () => {
    await using server = await startMockServer({ port: 0 })
    const random = fc.sample(text, { numRuns: 30, seed: 6 })
    const bodies = [...HARD, ...random, 'a\n', '\n\n', 'a\0b', '-n\n', '{\n  "id": 1\n}\r\n']
    const sent = bodies.filter(body => body !== '')
    const url = `${server.url}/plants`
    const commands = sent.map(
      body => `${toCurl({ method: 'POST', url, headers: {}, text: body })} -s`,
    )
    expect(commands.join('')).not.toMatch(CONTROL)
    const folder = await freshFolder()
    await run(folder, shell, '-c', commands.join(' > /dev/null\n'))
    // A lone surrogate is sent as the replacement character.
    expect(server.store.requests.map(request => request.text)).toEqual(sent.map(toWellFormed))
    expect(await readdir(folder)).toEqual([])
  })

  it('a token that is redacted comes from the environment, whatever stands next to it', () => {
    const values = [
      '[redacted]',
      'a [redacted] b',
      '[redacted]abc',
      '[redacted]:h',
      '[redacted][1]',
    ]
    const headers = Object.fromEntries(values.map((value, index) => [`x-${index}`, value]))
    const command = toCurl({ method: 'GET', url: 'http://a/?t=[redacted]&b=[redacted]/', headers })
    const script = command.replace(/^curl/, "printf '%s\\n'")
    const env = { ...process.env, PLANT_STORE_TOKEN: 'secret' }
    const lines = execFileSync(shell, ['-c', script], { ...UTF8, env }).split('\n')
    expect(lines).toContain('http://a/?t=secret&b=secret/')
    for (const [index, value] of values.entries())
      expect(lines).toContain(`X-${index}: ${value.replace('[redacted]', 'secret')}`)
  })
})

const UTF8 = { encoding: 'utf8' } as const

const toWellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text))

test('A request is copied as a command for a POSIX shell: it repeats a request, given the token', async () => {
  await using server = await startMockServer({ port: 0, accessTokens: ['secret'] })
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' }
  await fetch(`${server.url}/plants?a[0]={b}&c='d'`, {
    method: 'POST',
    headers: { ...headers, 'x-note': "it's $HOME", 'x-empty': '' },
    body: `{"id":9007199254740993,"name":"L'été \\u001b[2J $(id)"}`,
  })
  const [first] = server.store.requests
  if (!first) throw new Error('nothing was sent')
  const command = toCurl({ ...first, headers: withoutSenderHeaders(first.headers) })
  expect(command).not.toContain('secret')
  await run('.', 'bash', '-c', `export PLANT_STORE_TOKEN=secret; ${command} --silent`)
  const second = server.store.requests[1]
  expect(second).toMatchObject({
    method: 'POST',
    status: successStatus,
    url: first.url,
    body: first.body,
  })
  expect(second?.headers).toMatchObject({ 'x-note': "it's $HOME", 'x-empty': '' })
})

test('A method is a word of the command, whatever its characters', () => {
  const methods = ['$HOME', '`ID`X', "a'B", 'post']
  for (const method of methods)
    expect(toCurl({ method, url: 'http://a/plants', headers: {} })).toBe(
      `curl -X ${toShellWord(method)} 'http://a/plants'`,
    )
})

test('It repeats a HEAD without waiting for a body', () => {
  expect(toCurl({ method: 'HEAD', url: 'http://a/plants', headers: {} })).toBe(
    "curl --head 'http://a/plants'",
  )
})
