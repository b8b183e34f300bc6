// The commands of plant-store-client, and its short name plant-store-mock.
import { describe, expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'

const client = (...args: string[]) => new Bin(args, {}, 'plant-store-client').ended
const mock = (...args: string[]) => new Bin(args, {}, 'plant-store-mock').ended
const refusal = (stderr: string) => ({ code: 2, stdout: '', stderr: `${stderr}\n` })

describe('Help', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])(
    'plant-store-client %j lists the commands',
    async args => {
      const { code, stdout, stderr } = await client(...args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^Usage: plant-store-client <command> \[options\]\n/)
      expect(stdout).toMatch(/^ {2}mock .*\n {2}verify /m)
    },
  )

  test.each([
    ['plant-store-client', ['mock', '--help']],
    ['plant-store-client', ['help', 'mock']],
    ['plant-store-mock', ['--help']],
    ['plant-store-mock', ['--plants', 'none.json', '--help']],
    ['plant-store-mock', ['help']],
    ['plant-store-client', ['mock', 'help']],
  ])('%s %j lists the options of the mock', async (program, args) => {
    const { code, stdout, stderr } = await new Bin(args, {}, program).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: plant-store-(?:client mock|mock) \[options\]\n/)
    expect(stdout).toContain(program)
    for (const word of ['--latency', '--no-control', '--json', 'NO_COLOR', 'Exit codes'])
      expect(stdout).toContain(word)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
    expect(stdout).not.toMatch(/\bWhat\b/)
  })

  test.each([[['verify', '-h']], [['help', 'verify']]])(
    'plant-store-client %j lists the options of verify',
    async args => {
      const { code, stdout } = await client(...args)
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^Usage: plant-store-client verify <baseUrl> --token-env <name> \[options\]/,
      )
      expect(stdout.indexOf('--token-env <name>  ')).toBeLessThan(stdout.indexOf('--token <token>'))
    },
  )
})

test.each([
  ['plant-store-client', ['--version']],
  ['plant-store-client', ['-v']],
  ['plant-store-client', ['mock', '--version']],
  ['plant-store-client', ['mock', '--plants', 'none.json', '--version']],
  ['plant-store-mock', ['-v']],
])('%s %j prints the version', async (program, args) => {
  const { code, stdout } = await new Bin(args, {}, program).ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

describe('Without a command, the message names the command that was meant', () => {
  const FIRST = 'Name the command first: plant-store-client'
  const NONE = 'There is no command'
  test.each<[args: string[], message: string]>([
    [['--port', '5000'], `${FIRST} mock --port 5000`],
    [['--token', 'secret', '--quiet'], `${FIRST} mock --token ... --quiet`],
    [['--token=secret'], `${FIRST} mock --token=...`],
    [['--token-env', 'NAME', 'verify'], `${FIRST} verify --token-env ...`],
    [['verfy'], `${NONE} 'verfy': did you mean verify?`],
    [['help', 'moc'], `${NONE} 'moc': did you mean mock?`],
    [['4011'], `${NONE} '4011': did you mean plant-store-client mock --port 4011?`],
    [['a.json'], `${NONE} 'a.json': did you mean plant-store-client mock --plants a.json?`],
    [
      ['https://a.example', '--token-env', 'A'],
      `${NONE} 'https://a.example': did you mean plant-store-client verify https://a.example?`,
    ],
    [['\u001b[2J'], `${NONE} '?[2J'`],
    [['x'.repeat(200)], `${NONE} '${'x'.repeat(100)}'`],
  ])('%j', async (args, message) => {
    expect(await client(...args)).toEqual(
      refusal(`plant-store-client: ${message} (see plant-store-client --help)`),
    )
  })
})

test('messages of a command begin with it', async () => {
  expect(await client('mock', '--prt')).toEqual(
    refusal(
      'plant-store-client mock: Unknown option --prt: did you mean --port? (see plant-store-client mock --help)',
    ),
  )
})

test('plant-store-mock does not know verify, and says whose command it is', async () => {
  expect(await mock('verify', 'http://127.0.0.1:1')).toEqual(
    refusal('plant-store-mock: verify is a command of plant-store-client'),
  )
})

test('plant-store-client mock serves the mock', async () => {
  const bin = new Bin(['mock', '--port', '0'], {}, 'plant-store-client')
  expect((await fetch(`${await bin.url()}/__mock/health`)).status).toBe(200)
  expect(await bin.stop()).toBe(0)
})
