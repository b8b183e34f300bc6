// The command line of `verify`.
import { describe, expect, test } from 'vitest'
import { Bin } from '../support/command-line.ts'
import { plain, serve, TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

const URL_ = 'http://127.0.0.1:1'

describe('wrong options are one line and exit code 2', () => {
  test.each<[args: string[], message: RegExp]>([
    [[], /verify takes one base address, but got 0/],
    [[URL_, URL_, '--token', 'a'], /verify takes one base address, but got 2/],
    [[URL_], /--token-env or --token is required \(or --dry-run\)/],
    [[URL_, '--token', 'a', '--token-env', 'HOME'], /not both/],
    [[URL_, '--token-env', 'NOT_SET_ANYWHERE'], /--token-env must name an environment/],
    [[URL_, '--token', 'a b'], /The token must be visible ASCII/],
    [[URL_, '--token', ''], /The token must be visible ASCII/],
    [
      ['127.0.0.1:4010', '--token', 'a'],
      /The base address must begin with http:\/\/ or https:\/\//,
    ],
    [['localhost:4010', '--token', 'a'], /The base address must begin with http:\/\//],
    [['http://', '--token', 'a'], /The base address is not a URL/],
    [['plants', '--token', 'a'], /The base address must begin with http:\/\/ or https:\/\//],
    [
      ['ftp://plants.test', '--token', 'a'],
      /The base address must begin with http:\/\/ or https:\/\//,
    ],
    [['http://me:pass@plants.test', '--token', 'a'], /must have no user name and no password/],
    [[`${URL_}?x`, '--token', 'a'], /must have no query and no fragment/],
    [[`${URL_}#x`, '--token', 'a'], /must have no query and no fragment/],
    [[URL_, '--token', 'a', '--timeout', '0'], /--timeout must be an integer from 1 to/],
    [[URL_, '--token', 'a', '--timeout', '1e3'], /--timeout must be/],
    [[URL_, '--token', 'a', '--first-id', '-1'], /--first-id/],
    [
      [URL_, '--token', 'a', '--first-id', '4500000000000001'],
      /--first-id must be .* 4500000000000000/,
    ],
    [[URL_, '--port', '1'], /--port/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await verify(...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(
      /^plant-store-client verify: .* \(see plant-store-client verify --help\)\n$/,
    )
    expect(stderr).not.toContain('pass@')
  })
})

test('The token may come from an environment variable that is named', async () => {
  await using service = await serve(plain)
  const args = ['verify', service.url, '--token-env', 'PLANTS']
  const { code } = await new Bin(args, { PLANTS: TOKEN }, 'plant-store-client').ended
  expect(code).toBe(0)
})

test('Only a token that is long enough to be a secret is replaced in what a service returns', async () => {
  await using service = await serve(() => ({
    status: 400,
    body: { error: 1, message: 'a secret-token' },
  }))
  const message = async (token: string) =>
    /Message of the service: (.*)/.exec((await verify(service.url, '--token', token)).stdout)?.[1]
  expect(await message('a')).toBe('a secret-token')
  expect(await message('secret-')).toBe('a secret-token')
  expect(await message('secret-t')).toBe('a [token]oken')
})

test('--help says that plants are added to the service', async () => {
  const { code, stdout } = await verify('--help')
  expect(code).toBe(0)
  for (const word of ['ADDS PLANTS', '--token-env', '--dry-run', '--json', 'Exit codes'])
    expect(stdout).toContain(word)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})
