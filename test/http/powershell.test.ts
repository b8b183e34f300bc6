// The PowerShell command of a request: what PowerShell reads in it is what was sent.

import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { toPowerShell } from '../../mock/http/powershell.ts'
import { readPowerShell } from '../harness/read-powershell.ts'

const url = 'http://127.0.0.1:4010/plants'
const HARD = [
  "it's ''",
  '\u2018a\u2019 \u201ab\u201b \u2019\u2018 \u201c\u201d\u201e',
  "'; Remove-Item x; '",
  '$(Get-Date) $env:PATH `n @(1) #',
  'a\r\nb\n',
  '\0\x1b[2J\x85',
  '',
  '"%PATH%" & | < > ^ \\ \\"',
  '{"name":"L\'été","tag":"🌵"}',
]
const text = fc.oneof(
  fc.constantFrom(...HARD),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(' + ', ...'\'\u2018\u2019\u201a\u201b"`$\na'),
    maxLength: 12,
  }),
)
const request = fc.record({
  method: fc.constantFrom('POST', 'GET', 'HEAD', 'PATCH', 'post', "a'B", 'SEARCH'),
  url: text.map(part => `${url}?${part}`),
  headers: fc.dictionary(fc.stringMatching(/^[a-z'~!$-]{1,9}$/), text, {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  mediaType: fc.option(text, { nil: undefined }),
  text: fc.option(text, { nil: undefined }),
})

const toTitle = (name: string) => name.replace(/(?<![^-])[a-z]/g, letter => letter.toUpperCase())

test('A request as a command for PowerShell: PowerShell reads the request, whatever text is in it, and nothing to run', () => {
  fc.assert(
    fc.property(request, ({ mediaType, text, ...sent }) => {
      const headers = {
        ...sent.headers,
        ...(mediaType !== undefined && { 'content-type': mediaType }),
      }
      const line = toPowerShell({ ...sent, headers, ...(text !== undefined && { text }) })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that must not be pasted
      expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/)
      const read = readPowerShell(line)
      expect(read.method).toBe(sent.method)
      expect(read.url).toBe(sent.url)
      expect(read.mediaType).toBe(mediaType)
      expect(read.body).toBe(text)
      const titled = Object.entries(sent.headers).map(([name, value]) => [toTitle(name), value])
      expect(read.headers).toEqual(Object.fromEntries(titled))
    }),
    { numRuns: 2_000, seed: 7 },
  )
})

test('A redacted token comes from the environment, or is the one that is given', () => {
  const headers = { authorization: 'Bearer [redacted]', 'x-a': '[redacted]:h[redacted]' }
  const sent = { method: 'POST', url: `${url}?t=[redacted]`, headers }
  const read = readPowerShell(toPowerShell(sent), { PLANT_STORE_TOKEN: 'secret' })
  expect(read.url).toBe(`${url}?t=secret`)
  expect(read.headers).toEqual({ Authorization: 'Bearer secret', 'X-A': 'secret:hsecret' })
  const other = readPowerShell(toPowerShell(sent, { variable: 'MINE' }), { MINE: 'mine' })
  expect(other.headers.Authorization).toBe('Bearer mine')
  const given = readPowerShell(toPowerShell(sent, { token: "$&'" }))
  expect(given.headers.Authorization).toBe("Bearer $&'")
})

const isInstalled = spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0
if (!isInstalled) console.log('Skipped: PowerShell, which is not installed')

describe.skipIf(!isInstalled)('In PowerShell', () => {
  test('a command sends any body, byte for byte, and nothing else runs', async () => {
    await using server = await startMockServer({ port: 0 })
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
    const random = fc.sample(text, { numRuns: 60, seed: 6 })
    const bodies = [...HARD, ...random].filter(body => body !== '')
    const script = bodies
      .map(body =>
        toPowerShell({ method: 'POST', url: `${server.url}/plants`, headers, text: body }),
      )
      .map(command => `${command} -SkipHttpErrorCheck | Out-Null`)
    execFileSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', '-'], {
      input: `${script.join('\n')}\n`,
    })
    // A lone surrogate is sent as the replacement character.
    expect(server.store.requests.map(({ text }) => text)).toEqual(
      bodies.map(body => new TextDecoder().decode(new TextEncoder().encode(body))),
    )
  })
})
