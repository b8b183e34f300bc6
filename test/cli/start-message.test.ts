// The output of the start: the addresses, the options that were set, and a command that works when pasted.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  method,
  path,
  pickSuccess,
  requestExample,
  requestMediaType,
} from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { readPowerShell } from '../harness/read-powershell.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))

async function startUp(...args: string[]): Promise<string> {
  const bin = new Bin(['--port', '0', ...args])
  const text = await bin.startUp()
  expect(await bin.stop()).toBe(0)
  return text.replaceAll(/:\d{4,5}\b/g, ':PORT')
}

/** The lines of the options, without the command. */
const options = async (...args: string[]) =>
  (await startUp(...args)).split('\n').filter(line => line.startsWith('  '))

test('On Windows the command is one of PowerShell', async () => {
  const windows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`
  const bin = new Bin(['--port', '0'], { NODE_OPTIONS: `--import="${windows}"` })
  const url = await bin.url()
  const line = (await bin.startUp()).split('\n').at(-1) ?? ''
  expect(await bin.stop()).toBe(0)
  expect(readPowerShell(line)).toEqual({
    method,
    url: url + path,
    mediaType: requestMediaType,
    headers: { Authorization: 'Bearer token' },
    body: JSON.stringify(requestExample),
  })
})

test('Defaults are not printed: 1,000 sessions, 1,000 requests, bodies of 1 MiB; neither is a console that is off', async () => {
  const text = await startUp(
    ...['--latency', '0', '--failure-rate', '0', '--duplicate-ids', 'accept', '--no-control'],
    ...['--unknown-fields', 'ignore', '--max-sessions', '1000', '--max-requests', '1000'],
    ...['--max-body-bytes', `${2 ** 20}`],
  )
  expect(text).toMatch(/^The Plant Store mock listens on http:\/\/127\.0\.0\.1:PORT\n\nTry it:\n/)
})

test('Options that differ from their defaults', async () => {
  const plants = join(folder, 'plants.json')
  writeFileSync(plants, '[{"id":1,"name":"Ficus"},{"id":2,"name":"Aloe"}]')
  const lines = await options(
    ...['--base-path', '/v1/', '--plants', plants, '--token', 'secret-1', '--token', 'secret-2'],
    ...['--latency', '100-400', '--failure-rate', '0.07', '--random-seed', '5'],
    ...['--duplicate-ids', 'reject', '--unknown-fields', 'reject', '--allowed-host', 'a.test'],
    ...['--max-body-bytes', '60', '--max-requests', '10', '--max-sessions', '5'],
  )
  expect(lines).toEqual([
    '  Console         http://127.0.0.1:PORT/__mock',
    `  Plants          2 from ${plants}`,
    '  Tokens          2 accepted',
    '  Duplicate ids   rejected',
    '  Unknown fields  rejected',
    '  Latency         100 to 400 ms',
    '  Failures        7 %, at random',
    '  Seed            5',
    '  Hosts           also a.test',
    '  Bodies          at most 60 bytes',
    '  Journal         at most 10 requests',
    '  Sessions        at most 5 named sessions',
  ])
})

test('A seed of 0 is printed, and so are names that a terminal would act on, without their control characters', async () => {
  const plants = join(folder, 'plants\u001b[2J.json')
  const more = Array.from(
    { length: 8 },
    (_, index) => `{"id":2,"name":"Aloe","x${index}":1,"y${index}":1}`,
  )
  writeFileSync(plants, `[{"id":1,"name":"Ficus","\\u001b[2J":0},${more.join()}]`)
  expect(await options('--random-seed', '0', '--plants', plants)).toEqual([
    '  Console         http://127.0.0.1:PORT/__mock',
    `  Plants          9 from ${plants.replace('\u001b', '?')}, ignored ?[2J, x0, y0, x1, y1, x2, y2, x3, y3, x4`,
    '  Seed            0',
  ])
})

test('The guide shows the start, with console, tokens and a command to try', async () => {
  const text = await startUp('--token', 'token')
  expect(`${text}\n`).toBe(readFileSync('test/docs/start.txt', 'utf8').replaceAll('4010', 'PORT'))
})

describe('The curl command to try, pasted into another terminal, adds the example and prints the plant', () => {
  const paste = (shell: string, command: string) =>
    JSON.parse(
      execFileSync(shell, ['-c', command.replace('curl', 'curl -s')], {
        encoding: 'utf8',
        input: '', // it asks for nothing
      }),
    )

  test.each<[shell: string, ...args: string[]]>([
    ['sh'],
    ['bash', '--token', 'A-Z.a_z~0+/9==', '--token', 'other'],
    ['sh', '--base-path', "/a'b$(exit)&;/~v1"],
    ['bash', '--base-path', "/a'b!$HOME$(exit)&;/~v1"],
    ['sh', '--host', '::1'],
  ])('into %s: %s %s', async (shell, ...args) => {
    if (!hasShell(shell)) return
    await using bin = new Bin(['--port', '0', ...args])
    const command = (await bin.startUp()).split('\n').at(-1) ?? ''
    expect(paste(shell, command)).toEqual(pickSuccess(requestExample))
  })
})

/** Not every machine has dash. */
function hasShell(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit'])
    return true
  } catch {
    console.warn(`Skipped in ${import.meta.filename}: there is no ${shell}`)
    return false
  }
}

test.each([
  [['--host', '0.0.0.0'], /every network of this machine: .* read every request/],
  [['--host', '::', '--no-control'], /every network of this machine: .* can add plants\.$/m],
  [['--host', '0.0.0.0', '--token', 'secret'], /its console, which shows the access token, \(see/],
  [['--host', '::', '--token', 'a', '--no-control'], /: whoever can reach it can add plants\.$/m],
  [['--host', '0.0.0.0', '--quiet'], /^It listens on every network of this machine/m],
  [['--host', '::', '--json'], /"warning":"It listens on every network/],
  [['--host', 'localhost'], undefined],
  [[], undefined],
])('It warns if other machines reach it, and read the token: %j', async (flags, words) => {
  const bin = new Bin(['--port', '0', ...flags])
  await bin.url()
  await bin.stop()
  const { stdout } = await bin.ended
  if (words) expect(stdout).toMatch(words)
  else expect(stdout).not.toMatch(/listens on every|whoever|warning/)
})
