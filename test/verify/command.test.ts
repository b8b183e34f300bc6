// The command line of `verify`, and what it says and asks before it sends anything.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { client, noTerminal, Terminal } from '../harness/terminal.ts'
import { plain, serve, TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

const URL_ = 'http://127.0.0.1:1'
const MUST_BEGIN = /The base address must begin with http:\/\/ or https:\/\//

describe('wrong options are one line and exit code 2', () => {
  test.each<[args: string[], message: RegExp]>([
    [[], /verify takes one base address, but got 0/],
    [[URL_, URL_, '--token', 'a'], /verify takes one base address, but got 2/],
    [[URL_], /--token-env or --token is required \(or --dry-run\)/],
    [[URL_, '--token', 'a', '--token-env', 'HOME'], /not both/],
    [[URL_, '--token-env', 'NOPE'], /The environment variable NOPE is not set/],
    [[URL_, '--token-env', 'a-token'], /--token-env must name an environment variable that is set/],
    [[URL_, '--token', 'a-token '], /The token must be visible ASCII .*, but has " "/],
    [[URL_, '--token', 'a-token\n'], /but has "\\n"/],
    [[URL_, '--token', 'a-token\u200b'], /but has "\\u200b"/],
    [[URL_, '--token', ''], /The token .*, but is empty/],
    [
      [URL_, '--token', 'Bearer a-token'],
      /but begins with the word Bearer, which is not part of it/,
    ],
    [['a-token:4010', '--token', 'a'], MUST_BEGIN],
    [['http://', '--token', 'a'], /The base address is not a URL/],
    [['http://me:pass@plants.test', '--token', 'a'], /must have no user name and no password/],
    [[`${URL_}?a-token`, '--token', 'a'], /must have no query and no fragment/],
    [[URL_, '--token', 'a-token', '--timeout', '0'], /--timeout must be an integer from 1 to/],
    [[URL_, '--token', 'a', '--plants', '100001'], /--plants must be an integer from 1 to 100000/],
    [[URL_, '--token', 'a', '--delay', '-1'], /--delay/],
    [[URL_, '--token', 'a', '--header', 'x-api-key'], /--header must be a name and a value/],
    [[URL_, '--token', 'a', '--header', 'x api: key'], /--header must be a name and a value/],
    [
      [URL_, '--token', 'a', '--header', 'Authorization: Bearer a-token'],
      /--header must not be Authorization, which verify sets itself/,
    ],
    [[URL_, '--token', 'a', '--first-id', '-1'], /--first-id/],
    [
      [URL_, '--token', 'a', '--first-id', '4500000000000001'],
      /--first-id must be .* 4500000000000000/,
    ],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await verify(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(
      /^plant-store-client verify: .* \(see plant-store-client verify --help\)\n$/,
    )
    expect(stderr).not.toMatch(/pass@|a-token/)
  })
})

test('The token of --token-env NAME is never printed: the curl commands say $NAME', async () => {
  await using service = await serve(seen =>
    seen.body.includes('tropical') ? { status: 500 } : plain(seen),
  )
  const args = ['verify', service.url, '--token-env', 'PLANTS']
  const { code, stdout } = await new Bin(args, { PLANTS: TOKEN }, 'plant-store-client').ended
  expect(code).toBe(1)
  expect(stdout).not.toContain(TOKEN)
  expect(stdout).toMatch(/curl -X POST .* -H "Authorization: Bearer \$PLANTS" -d '\{"id":/)
})

test('--help says that plants are added, and lists the fields of --json, in 100 columns', async () => {
  const { code, stdout } = await verify('--help')
  expect(code).toBe(0)
  for (const word of ['ADDS PLANTS', '--token-env', '--yes', '--dry-run', '--json', 'Exit codes'])
    expect(stdout, word).toContain(word)
  expect(stdout).toMatch(/--right-token-only .* if your service locks accounts.*group: "differs"/s)
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
})

describe.skipIf(noTerminal)('In a terminal', () => {
  const start = (url: string, flags = '') =>
    new Terminal(`${client} verify ${url} --token-env PLANTS${flags}`, { PLANTS: TOKEN })

  test('it says first how many plants it adds at most and where, asks, and sends nothing without a yes', async () => {
    await using service = await serve(plain)
    const terminal = start(service.url)
    await terminal.see(/Up to \d+ plants will be added to http:\S+: with \d+ requests/)
    await terminal.see(/Go on\? y\/n /)
    terminal.type('n\n')
    expect(await terminal.ended).toBe(3)
    expect(terminal.screen).toContain('Nothing was sent')
    expect(service.seen).toEqual([])
  })

  test('on a terminal it asks, unless you pass --yes: y starts it', async () => {
    await using service = await serve(plain)
    const terminal = start(service.url)
    await terminal.see(/Go on\? y\/n /)
    terminal.type('y\n')
    expect(await terminal.ended).toBe(0)
    expect(service.seen).not.toEqual([])
    const unasked = start(service.url, ' --yes')
    expect(await unasked.ended).toBe(0)
    expect(unasked.screen).not.toContain('Go on?')
  })
})

test.skipIf(process.platform !== 'linux')(
  'output that a full disk does not take is said to be incomplete, and one whose reader left is not',
  async () => {
    const verify = `node dist/mock/plant-store-client.js verify ${URL_} --dry-run`
    const { stderr } = await promisify(exec)(`${verify} > /dev/full`)
    expect(stderr).toMatch(
      /^plant-store-client verify: The output is not complete: ENOSPC: [^\n]+\n$/,
    )
    expect((await promisify(exec)(`${verify} | head -1`)).stderr).toBe('')
  },
)
