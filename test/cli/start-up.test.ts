// What is printed at the start: the addresses, what is in force, and a command that works when pasted.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pickSuccess, requestExample } from '../../generated/contract.ts'
import { Bin } from '../support/command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))

async function startUp(...args: string[]): Promise<string[]> {
  const bin = new Bin(['--port', '0', ...args])
  const text = await bin.startUp()
  expect(await bin.stop()).toBe(0)
  return text.replaceAll(/:\d{4,5}\b/g, ':PORT').split('\n')
}

test('The defaults', async () => {
  expect(await startUp()).toEqual([
    'The Plant Store mock listens on http://127.0.0.1:PORT',
    '',
    "  Client      baseUrl: 'http://127.0.0.1:PORT'",
    '  Console     http://127.0.0.1:PORT/__mock',
    '  Plants      none yet',
    '  Tokens      any bearer token',
    '  Duplicates  accepted',
    '  Latency     none',
    '  Failures    none',
    '  Sessions    up to 1000, such as http://127.0.0.1:PORT/~NAME',
    '',
    'Try it:',
    expect.stringMatching(/^curl -X POST http:\/\/127\.0\.0\.1:PORT\/plants /),
  ])
})

test('What is in force, with the base path in every address of a client', async () => {
  const plants = join(folder, 'plants.json')
  writeFileSync(plants, '[{"id":1,"name":"Ficus"},{"id":2,"name":"Aloe"}]')
  const text = await startUp(
    ...['--base-path', '/v1/', '--plants', plants, '--token', 'secret-1', '--token', 'secret-2'],
    ...['--latency', '100-400', '--failure-rate', '0.07', '--random-seed', '5'],
    ...['--duplicate-ids', 'reject'],
  )
  expect(text).toEqual([
    'The Plant Store mock listens on http://127.0.0.1:PORT/v1',
    '',
    "  Client      baseUrl: 'http://127.0.0.1:PORT/v1'",
    '  Console     http://127.0.0.1:PORT/__mock',
    `  Plants      2 from ${plants}`,
    '  Tokens      2 accepted',
    '  Duplicates  rejected',
    '  Latency     100 to 400 ms',
    '  Failures    7 %, by chance',
    '  Sessions    up to 1000, such as http://127.0.0.1:PORT/~NAME/v1',
    '  Seed        5',
    '',
    'Try it:',
    expect.stringContaining('curl -X POST http://127.0.0.1:PORT/v1/plants '),
  ])
  expect(text.join('\n')).not.toContain('secret')
})

test('One latency is one number; the console can be off', async () => {
  const text = await startUp('--latency', '250', '--no-control')
  expect(text).toContain('  Latency     250 ms')
  expect(text).toContain('  Console     off (--no-control)')
})

test.each<[args: string[], env?: NodeJS.ProcessEnv, typed?: string]>([
  [[]],
  [['--base-path', "/a'b$(exit)&;/~v1"]],
  [['--host', '::1']],
  [['--token', 'secret-token'], {}, 'secret-token\n'],
  [['--token', 'secret-token'], { PLANTS_TOKEN: 'secret-token' }],
])('The command to try works when pasted into a shell: %j %j', async (args, env, typed = '') => {
  const bin = new Bin(['--port', '0', ...args])
  const command = (await bin.startUp()).split('\n').at(-1) ?? ''
  expect(command).not.toContain('secret')
  const answer = execFileSync('sh', ['-c', command.replace('curl', 'curl -s')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input: typed,
  })
  expect(JSON.parse(answer.replace('PLANTS_TOKEN: ', ''))).toEqual(pickSuccess(requestExample))
  await bin.stop()
  expect((await bin.ended).stdout).not.toContain('secret')
})
