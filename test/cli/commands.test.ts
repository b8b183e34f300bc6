// The commands of plant-store-client, and its short name plant-store-mock.
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'

const client = (...args: string[]) => new Bin(args, {}, 'plant-store-client').ended
const mock = (...args: string[]) => new Bin(args, {}, 'plant-store-mock').ended
const refusal = (stderr: string) => ({ code: 2, stdout: '', stderr: `${stderr}\n` })

test.each([
  ['plant-store-client', [], 'plant-store-client <command> [options]'],
  ['plant-store-client', ['help'], 'plant-store-client <command> [options]'],
  ['plant-store-client', ['--help'], 'plant-store-client <command> [options]'],
  ['plant-store-client', ['-h'], 'plant-store-client <command> [options]'],
  ['plant-store-client', ['mock', '--help'], 'plant-store-client mock [options]'],
  ['plant-store-client', ['help', 'mock'], 'plant-store-client mock [options]'],
  ['plant-store-client', ['mock', 'help'], 'plant-store-client mock [options]'],
  ['plant-store-mock', ['--help'], 'plant-store-mock [options]'],
  ['plant-store-mock', ['--plants', 'none.json', '--help'], 'plant-store-mock [options]'],
  ['plant-store-mock', ['help'], 'plant-store-mock [options]'],
  [
    'plant-store-client',
    ['verify', '-h'],
    'plant-store-client verify <baseUrl> --token-env <name>',
  ],
  ['plant-store-client', ['help', 'verify'], 'plant-store-client verify <baseUrl> --token-env'],
])('%s %j prints the help', async (program, args, usage) => {
  const { code, stdout, stderr } = await new Bin(args, {}, program).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true)
})

test('plant-store-client help mock lists the options, --json, and the exit codes; the help without a command lists the commands', async () => {
  expect((await client()).stdout).toMatch(/^ {2}mock .*\n {2}verify /m)
  const { stdout } = await client('help', 'mock')
  for (const word of ['--latency', '--no-control', '--json', 'NO_COLOR', 'Exit codes'])
    expect(stdout).toContain(word)
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
})

test.each([
  ['plant-store-client', ['--version']],
  ['plant-store-client', ['mock', '--plants', 'none.json', '--version']],
  ['plant-store-mock', ['-v']],
])('%s %j prints the version', async (program, args) => {
  const { code, stdout } = await new Bin(args, {}, program).ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

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
])('without a command, %j is told the command that was meant', async (args, message) => {
  expect(await client(...args)).toEqual(
    refusal(`plant-store-client: ${message} (see plant-store-client --help)`),
  )
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
