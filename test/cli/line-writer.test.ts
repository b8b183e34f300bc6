// What the command prints while somebody reads it, and while nobody does.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { Bin } from '../harness/command-line.ts'

const REQUESTS = 1_000

/** Requests whose lines take 8 MB together. */
async function sendMany(url: string): Promise<void> {
  const path = `/${'x'.repeat(8_000)}`
  for (let sent = 0; sent < REQUESTS; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(url + path)).arrayBuffer()),
    )
}

test.each([[[]], [['--json']]])(
  'a stdout that nobody reads is bounded, and the gap is counted: %j',
  async flags => {
    const bin = new Bin(['--port', '0', '--max-requests', '0', ...flags])
    const stdout = bin.process.stdout as Readable
    const url = await bin.url()
    stdout.pause()
    await sendMany(url)
    stdout.resume()
    const isGap = (line: string) => /left out|"omitted":/.test(line)
    await expect.poll(async () => (await bin.lines(0)).some(isGap)).toBe(true)
    await fetch(`${url}/last`)
    expect(await bin.stop()).toBe(0)

    const lines = (await bin.ended).stdout.trimEnd().split('\n')
    const gaps = lines.filter(isGap)
    const omitted = gaps.reduce((sum, line) => sum + Number(/\d+/.exec(line)?.[0]), 0)
    const printed = lines.filter(line => line.includes('/xxx')).length
    expect(gaps).toHaveLength(1)
    expect(printed + omitted).toBe(REQUESTS)
    expect(omitted).toBeGreaterThan(500)
    expect(lines.findIndex(isGap)).toBe(lines.length - 2)
    if (flags.length > 0) for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    else expect(gaps[0]).toMatch(/ left out, because nobody read the output\)$/)
  },
)

test('the command ends on a signal while nobody reads its output', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  bin.process.stdout?.pause()
  await sendMany(url)
  bin.process.kill('SIGTERM')
  expect(await once(bin.process, 'exit')).toEqual([0, null])
})

test.skipIf(process.platform !== 'linux').each([[[]], [['--json']]])(
  'a full disk is told once, and the log goes on when there is room, with the number of lines in between: %j',
  async flags => {
    const file = join(mkdtempSync(join(tmpdir(), 'plant-store-')), 'log')
    // The file may have four blocks of 512 bytes.
    const script = `ulimit -S -f 4; exec "$@" > ${file}`
    const command = [process.execPath, 'dist/mock/plant-store-mock.js', '--port', '0', ...flags]
    const args = ['-c', script, 'sh', ...command]
    const child = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(child, 'close')
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    const read = () => readFileSync(file, 'utf8')
    const url = await vi.waitUntil(
      () => existsSync(file) && /http:[^\s"]+(?=["\s])/.exec(read())?.[0],
      { timeout: 10_000 },
    )
    const send = async (count: number, path: string) => {
      for (let sent = 0; sent < count; sent++) await (await fetch(url + path)).arrayBuffer()
    }
    await send(50, '/before')
    await vi.waitUntil(() => stderr.includes('\n'), { timeout: 10_000 })
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    await send(3, '/after')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(stderr).toMatch(
      /^plant-store-mock: The log cannot be written, and goes on when it can: EFBIG: .*\n$/,
    )
    const lines = read().trimEnd().split('\n')
    const gap = lines.findIndex(line => /left out|"omitted":/.test(line))
    const omitted = Number(/\d+/.exec(lines[gap] ?? '')?.[0])
    const whole = (line: string) => /\/(?:before|after)/.test(line) && /\/plants"?.*$/.test(line)
    const printed = [...lines.slice(0, gap - 1), ...lines.slice(gap)].filter(whole).length
    expect(lines.slice(gap + 1).filter(whole).length).toBeGreaterThan(0)
    // The last line before the gap was cut, unless its end was that of the file.
    expect([53, 52]).toContain(printed + omitted)
    if (flags.length > 0)
      for (const line of lines.slice(gap)) expect(() => JSON.parse(line)).not.toThrow()
    else expect(lines[gap]).toMatch(/ left out, because the output could not be written\)$/)
  },
)

test.each([
  ['text', [], 'getHours', '(a line could not be written: no time)'],
  ['JSON', ['--json'], 'toJSON', '{"failed":"no time"}'],
])(
  'a line of %s that cannot be written is told, and ends nothing',
  async (_name, flags, method, line) => {
    const breaks = `Date.prototype.${method} = () => { throw new Error('no time') }`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(breaks)}"` }
    const bin = new Bin(['--port', '0', ...flags], env)
    const url = await bin.url()
    for (const _ of [1, 2]) expect((await fetch(`${url}/plants`)).status).toBe(405)
    const lines = await bin.lines(flags.length > 0 ? 3 : 0)
    const log = flags.length > 0 ? lines.slice(1) : await bin.log(2)
    expect(log).toEqual([line, line])
    expect(await bin.stop()).toBe(0)
  },
)
