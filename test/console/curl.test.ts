// The curl command of a request: what a shell makes of it is what was sent.

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { quote, toCurl, withoutSenderHeaders } from '../../mock/http/curl.ts'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import { skipped } from '../harness/browser.ts'
import { changesOf } from '../harness/changes.ts'
import { Bin } from '../harness/command-line.ts'
import { run } from '../harness/shell.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
  const firstCommand = () =>
    it.page.getByRole('group', { name: 'curl command that adds a plant' }).innerText()
  const copied = async () => {
    await it.button('Copy as curl').click()
    await it.button('Copied').waitFor()
    return it.page.evaluate(() => navigator.clipboard.readText())
  }
  const paste = (command: string) =>
    run('.', 'bash', '-c', `export PLANT_STORE_TOKEN=${TOKEN}; ${command} --silent`)

  test('A token of the command line is in every command, which runs when it is pasted', async () => {
    const bin = new Bin(['--port', '0', '--token', TOKEN])
    try {
      await it.open(clipboard, `${await bin.url()}/__mock`)
      const command = await firstCommand()
      expect(command).toContain(`'Authorization: Bearer ${TOKEN}'`)
      expect(await bin.startUp()).toContain(command)
      expect(await it.page.getByText('PLANT_STORE_TOKEN').count()).toBe(0)
      await paste(command)
      await it
        .rows()
        .filter({ hasText: String(successStatus) })
        .waitFor()
      await it.select()
      const again = await copied()
      expect(again).toBe(command)
      const dialog = await it.dialog('Send')
      expect(await dialog.getByLabel('Token').inputValue()).toBe(TOKEN)
    } finally {
      await bin.stop()
    }
  })

  test('The page alone has that token, and no other origin can read the page', async () => {
    const bin = new Bin(['--port', '0', '--token', TOKEN])
    try {
      const control = `${await bin.url()}/__mock`
      const page = await fetch(control)
      expect(await page.text()).toContain(`data-token="${TOKEN}"`)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('access-control-allow-origin')).toBeNull()
      const foreign = await fetch(control, { headers: { origin: 'https://a.test' } })
      expect(foreign.status).toBe(403)
      expect(await foreign.text()).not.toContain(TOKEN)
      for (const path of ['/health', '/requests'])
        expect(await (await fetch(control + path)).text(), path).not.toContain(TOKEN)
      const { value: changes } = await changesOf(control).next()
      expect(JSON.stringify(changes)).not.toContain(TOKEN)
    } finally {
      await bin.stop()
    }
  })

  test('After a restart with another token, the commands have that one', async () => {
    const first = new Bin(['--port', '0', '--token', TOKEN])
    const url = await first.url()
    await it.open(clipboard, `${url}/__mock`)
    await first.stop()
    await it.status('Reconnecting…')
    const second = new Bin(['--port', new URL(url).port, '--token', 'another-token'])
    try {
      await it.status('Live')
      await expect.poll(firstCommand).toContain("'Authorization: Bearer another-token'")
    } finally {
      await second.stop()
    }
  })

  test('A token that was not given there comes from the shell, which the text says', async () => {
    await it.open(clipboard)
    await it.see('where PLANT_STORE_TOKEN is a token of the mock')
    const command = await firstCommand()
    expect(command).toContain('"Authorization: Bearer $PLANT_STORE_TOKEN"')
    await paste(command)
    const detail = await it.select()
    await detail.getByText('The command takes the token from PLANT_STORE_TOKEN.').waitFor()
    expect(await copied()).toBe(command)
  })

  test('The command of a request from a browser has none of the headers that browsers add', async () => {
    await it.open(clipboard)
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.rows().first().waitFor()
    await it.page.keyboard.press('Escape')
    await it.select()
    const command = await copied()
    expect(command.match(/-H .[^:]*/g)).toEqual(['-H "Authorization', "-H 'Content-Type"])
    await paste(command)
    await it.button('↑ 1 new').waitFor()
    expect(it.server.store.plants).toHaveLength(2)
  })

  test('The command of a request with a wrong token does not have the right one', async () => {
    const bin = new Bin(['--port', '0', '--token', TOKEN])
    try {
      const url = await bin.url()
      await it.open(clipboard, `${url}/__mock`)
      const headers = { authorization: 'Bearer wrong' }
      await fetch(`${url}/plants`, { method: 'POST', headers, body: '{}' })
      await it.select()
      expect(await copied()).toContain('"Authorization: Bearer $PLANT_STORE_TOKEN"')
    } finally {
      await bin.stop()
    }
  })
})

test('Any text is one word to the shell, and harmless to the terminal', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 }).filter(each => !each.includes('\0'))
  const texts = fc.sample(text, { numRuns: 300, seed: 5 })
  texts.push("it's", '$(false) `false` $HOME !! \\', "-n\n'\u001b[2J\u0085\\'", '', '@file')
  const script = `printf '%s\\0' ${texts.map(quote).join(' ')}`
  const words = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0')
  expect(words.slice(0, -1)).toEqual(texts)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that must not be pasted
  expect(texts.map(quote).join('')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
})

test('It repeats a request, given the token', async () => {
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

test('It has no header that a browser added, and takes the token from the shell unless it is known', () => {
  const headers = withoutSenderHeaders({
    accept: '*/*',
    authorization: 'Bearer [redacted]',
    'content-type': 'application/json',
    origin: 'http://localhost:5173',
    'sec-ch-ua': '"Chromium"',
    'user-agent': 'Mozilla/5.0',
  })
  const request = { method: 'POST', url: 'http://a/plants', headers, body: { id: 1 } }
  expect(toCurl(request)).toBe(
    `curl -X POST 'http://a/plants' -H "Authorization: Bearer $PLANT_STORE_TOKEN" -H 'Content-Type: application/json' -d '{"id":1}'`,
  )
  expect(toCurl(request, { token: 'token' })).toContain("-H 'Authorization: Bearer token'")
})

test('It repeats a HEAD without waiting for a body', () => {
  expect(toCurl({ method: 'HEAD', url: 'http://a/plants', headers: {} })).toBe(
    "curl --head 'http://a/plants'",
  )
})

test('JSON is written as it was read, an integer digit for digit', () => {
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.string(),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
      fc.array(tie('value')),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), tie('value'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom('', '  '), (each, indent) => {
      expect(readJson(writeJson(each, indent))).toEqual(each)
    }),
  )
  expect(writeJson({ a: [1, { b: 2n }], c: undefined, d: [] }, '  ')).toBe(
    JSON.stringify({ a: [1, { b: 2 }], d: [] }, null, 2),
  )
})
