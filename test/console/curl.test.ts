// The curl command of a request: what a shell makes of it is what was sent.

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { toCurl } from '../../mock/console/curl.ts'
import { quote } from '../../mock/console/shell.ts'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import { run } from '../harness/shell.ts'

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
  const command = toCurl(first as never)
  expect(command).not.toContain('secret')
  await run('.', 'bash', '-c', `${command.replace('ACCESS_TOKEN', 'secret')} --silent`)
  const second = server.store.requests[1]
  expect(second).toMatchObject({
    method: 'POST',
    status: successStatus,
    url: first.url,
    body: first.body,
  })
  expect(second?.headers).toMatchObject({ 'x-note': "it's $HOME", 'x-empty': '' })
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
