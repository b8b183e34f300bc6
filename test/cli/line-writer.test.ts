// What the command prints while somebody reads it, and while nobody does.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMockServer } from 'plant-store-client/mock/server'
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
    const child = spawn(
      process.execPath,
      ['dist/mock/plant-store-mock.js', '--port', '0', '--max-requests', '0', ...flags],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [first] = await once(child.stdout, 'data')
    child.stdout.pause()
    const url = /http:[^\s"]+/.exec(String(first))?.[0] ?? ''
    await sendMany(url)

    let text = String(first)
    child.stdout.on('data', chunk => {
      text += chunk
    })
    child.stdout.resume()
    const isGap = (line: string) => /left out|"omitted":/.test(line)
    while (!text.split('\n').some(isGap)) await once(child.stdout, 'data')
    await fetch(`${url}/last`)
    while (!text.includes('/last')) await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])

    const lines = text.trimEnd().split('\n')
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
  const child = spawn(process.execPath, ['dist/mock/plant-store-mock.js', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = await once(child.stdout, 'data')
  child.stdout.pause()
  await sendMany(/http:\S+/.exec(String(first))?.[0] ?? '')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

/** The command with its output in a file of at most a number of blocks of 512 bytes, as on a disk that gets full. */
function startWithFile(file: string, blocks: number, flags: string[] = []) {
  const script = `ulimit -S -f ${blocks}; exec "$@" > ${file}`
  const command = [process.execPath, 'dist/mock/plant-store-mock.js', '--port', '0', ...flags]
  const child = spawn('sh', ['-c', script, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  return {
    child,
    read: () => readFileSync(file, 'utf8'),
    stderr: () => stderr,
    ended: once(child, 'close'),
  }
}

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux).each([[[]], [['--json']]])(
  'a full disk is told once, and the log goes on when there is room, with the number of lines in between: %j',
  async flags => {
    const file = join(mkdtempSync(join(tmpdir(), 'plant-store-')), 'log')
    const { child, read, stderr, ended } = startWithFile(file, 4, flags)
    const url = await vi.waitUntil(
      () => existsSync(file) && /http:[^\s"]+(?=["\s])/.exec(read())?.[0],
      { timeout: 10_000 },
    )
    const send = async (count: number, path: string) => {
      for (let sent = 0; sent < count; sent++) await (await fetch(url + path)).arrayBuffer()
    }
    await send(50, '/before')
    await vi.waitUntil(() => stderr().includes('\n'), { timeout: 10_000 })
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    await send(3, '/after')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(stderr()).toMatch(
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

test.skipIf(!isLinux)('a mock whose output is a full device serves all the same', async () => {
  const { port, close } = await startMockServer({ port: 0 })
  await close()
  const { child, stderr, ended } = startWithFile('/dev/full', 4, ['--port', String(port)])
  await vi.waitUntil(() => stderr().includes('ENOSPC'), { timeout: 10_000 })
  expect((await fetch(`http://127.0.0.1:${port}/__mock/health`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('every line is printed by the end, in order', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  for (let count = 0; count < 100; count++) await fetch(`${url}/${count}`)
  await bin.stop()
  const { stdout } = await bin.ended
  const paths = [...stdout.matchAll(/GET \/(\d+) 404/g)].map(([, path]) => Number(path))
  expect(paths).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test.each([
  ['text', [], 'toTimeString', '(a line could not be written: no time)'],
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
