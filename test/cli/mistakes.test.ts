// Mistakes on the command line, and what was meant. The other wrong options: test/mock/command-line.test.ts.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Bin } from '../support/command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))

describe('A mistake is one line that suggests what was meant', () => {
  test.each<[args: string[], message: string]>([
    [['--prot', '4011'], 'Unknown option --prot: did you mean --port?'],
    [['--tokens=secret'], 'Unknown option --tokens: did you mean --token?'],
    [['--seed', '1'], 'Unknown option --seed: did you mean --random-seed?'],
    [['--port', '0', '--latncy=5'], 'Unknown option --latncy: did you mean --latency?'],
    [['-x'], 'Unknown option -x'],
    [['--frobnicate'], 'Unknown option --frobnicate'],
    [[`--${'port'.repeat(10_000)}`], `Unknown option --${'port'.repeat(10_000)}`],
    [
      ['verfy', 'http://127.0.0.1:1', '--token-env', 'A'],
      "Unexpected argument 'verfy': did you mean verify?",
    ],
    [['hlep'], "Unexpected argument 'hlep': did you mean help?"],
    [['plants.json'], "Unexpected argument 'plants.json': did you mean --plants plants.json?"],
    [
      ['--port', '0', 'plants.json'],
      "Unexpected argument 'plants.json': did you mean --plants plants.json?",
    ],
    [['4011'], "Unexpected argument '4011': did you mean --port 4011?"],
    [
      ['https://plants.example.com', '--token-env', 'A'],
      "Unexpected argument 'https://plants.example.com': did you mean verify https://plants.example.com?",
    ],
    [['start'], "Unexpected argument 'start'"],
    [
      ['--port', '0', 'verify', 'http://127.0.0.1:1'],
      "Unexpected argument 'verify': verify must come first",
    ],
    [['--port'], '--port needs a value'],
    [['--host', '--quiet'], '--host needs a value; write one that begins with - as --host=VALUE'],
    [['--port', '-1'], '--port needs a value; write one that begins with - as --port=VALUE'],
    [['--quiet=true'], '--quiet takes no value'],
    [['\u001b[2J'], "Unexpected argument '?[2J'"],
    [
      ['--token', 'one', 'two'],
      'Unexpected argument after --token: give --token once for each token',
    ],
    [['--token=one', 'two'], 'Unexpected argument after --token: give --token once for each token'],
    [['--open', '--no-control'], '--open needs the console, which --no-control turns off'],
    [
      ['--base-path', '/__mock'],
      '--base-path must be outside /__mock, unless the control API is off',
    ],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await new Bin(args).ended
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `plant-store-mock: ${message} (see --help)\n`,
    })
  })

  test('of verify', async () => {
    const { code, stderr } = await new Bin(['verify', 'http://127.0.0.1:1', '--tokn', 'secret'])
      .ended
    expect(code).toBe(2)
    expect(stderr).toBe(
      'plant-store-mock: Unknown option --tokn: did you mean --token? (see verify --help)\n',
    )
  })
})

describe('Help and version', () => {
  test.each([[['-h']], [['help']], [['--port', 'x', '--help']]])('%j', async args => {
    const { code, stdout } = await new Bin(args).ended
    expect(code).toBe(0)
    expect(stdout).toBe((await new Bin(['--help']).ended).stdout)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  test.each([[['verify', '-h']], [['help', 'verify']]])('%j', async args => {
    const { code, stdout } = await new Bin(args).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Usage: plant-store-mock verify <baseUrl> --token-env <name> \[options\]/,
    )
    expect(stdout.indexOf('--token-env <name>  ')).toBeLessThan(stdout.indexOf('--token <token>'))
  })

  test('-v', async () => {
    expect((await new Bin(['-v']).ended).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

test('Every plant of a file that is wrong is named with its line and column', async () => {
  const file = join(folder, 'wrong.json')
  writeFileSync(
    file,
    '[\n  {"id": 1},\n  {"id": 2, "name": "Ficus"},\n  "Aloe", {"id": "3", "name": 4},\n\n  null\n]\n',
  )
  const { code, stderr } = await new Bin(['--plants', file]).ended
  expect(code).toBe(2)
  expect(stderr.split('\n')).toEqual([
    `plant-store-mock: 4 of the 5 plants of ${file} are wrong`,
    `${file}:2:3: /0/name is required`,
    `${file}:4:3: /2 must be an object, but got the string "Aloe"`,
    `${file}:4:11: /3/name must be a string, but got the number 4; /3/id must be an integer, but got the string "3": send it without quotes`,
    `${file}:6:3: /4 must be an object, but got null`,
    '',
  ])
})

test('A file of 100,000 wrong plants on one line is told about at once', async () => {
  const file = join(folder, 'long.json')
  writeFileSync(file, `[${'{},'.repeat(99_999)}{}]`)
  const { code, stderr } = await new Bin(['--plants', file]).ended
  expect(code).toBe(2)
  expect(stderr.trimEnd().split('\n')).toHaveLength(100_001)
})
