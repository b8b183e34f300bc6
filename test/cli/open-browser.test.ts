// What --open opens: $BROWSER, or as keys.test.ts shows the browser of the system.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { mock, noTerminal, Terminal } from '../harness/terminal.ts'
import { post } from './post.ts'

/** A program that notes its arguments, and ends with 3, which the command tells. */
function program(name: string): { path: string; opened: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const path = join(folder, name)
  const opened = join(folder, 'opened.json')
  const note = `require('fs').writeFileSync(${JSON.stringify(opened)}, JSON.stringify(process.argv.slice(2)))`
  const mode = name.endsWith('.cjs') ? 0o644 : 0o755 // Node runs a script
  writeFileSync(path, `#!${process.execPath}\n${note}; process.exitCode = 3\n`, { mode })
  return { path, opened, folder }
}

async function open(env: NodeJS.ProcessEnv): Promise<{ url: string; warning: string }> {
  const bin = new Bin(['--port', '0', '--open'], { BROWSER: '', BROWSER_ARGS: '', ...env })
  const url = await bin.url()
  const warning = await bin.warning()
  await bin.stop()
  return { url: `${url}/__mock`, warning }
}

test.each(['browser', 'browser.cjs'])('--open opens $BROWSER, $BROWSER_ARGS: %s', async name => {
  const { path, opened } = program(name)
  const { url, warning } = await open({ BROWSER: path, BROWSER_ARGS: '--profile mock' })
  expect(JSON.parse(readFileSync(opened, 'utf8'))).toEqual(['--profile', 'mock', url])
  expect(warning).toBe(
    `plant-store-mock: Cannot open a browser: ${path} ended with 3. Open ${url} yourself`,
  )
})

test('A $BROWSER that does not exist is told, with the address', async () => {
  const { url, warning } = await open({ BROWSER: 'no-such-browser' })
  expect(warning).toContain(`Cannot open a browser: spawn no-such-browser ENOENT. Open ${url}`)
})

/** Each makes `spawn` throw, where it emits an error for a program that does not exist. */
const thrown: [what: string, env: () => NodeJS.ProcessEnv, reason: string][] = [
  [
    'a path into a file',
    () => ({ BROWSER: join(program('file').path, 'browser') }),
    'spawn ENOTDIR',
  ],
  [
    'a process that may start none',
    () => ({ NODE_OPTIONS: '--permission --allow-fs-read=*', BROWSER: 'browser' }),
    'Access to this API has been restricted',
  ],
]

describe.skipIf(process.platform === 'win32').each(thrown)('With %s', (_what, env, reason) => {
  test('--open tells it, the mock serves, and one SIGTERM ends it', async () => {
    await using bin = new Bin(['--port', '0', '--open'], { BROWSER_ARGS: '', ...env() })
    const url = await bin.url()
    expect(await bin.warning()).toContain(`Cannot open a browser: ${reason}`)
    expect((await post(url)).status).toBe(successStatus)
    expect(await bin.stop()).toBe(0)
  })

  test.skipIf(noTerminal)('the key o tells it, and the mock goes on with its plants', async () => {
    const terminal = new Terminal(`exec ${mock} --port 0`, {
      NO_COLOR: '1',
      BROWSER_ARGS: '',
      ...env(),
    })
    const [, url = ''] = await terminal.see(/listens on (http:\S+)\r\n/)
    await terminal.see(/Press h/)
    await post(url)
    terminal.type('o\n')
    await terminal.see(new RegExp(`Cannot open a browser: ${reason}`))
    expect(await (await fetch(`${url}/__mock/plants`)).json()).toHaveLength(1)
    terminal.type('q\n')
    expect(await terminal.ended).toBe(0)
  })
})

test('none opens nothing, also not the browser of the system', async () => {
  const { folder, opened } = program('xdg-open')
  const PATH = `${folder}${delimiter}${process.env.PATH}`
  const bin = new Bin(['--port', '0', '--open'], { PATH, BROWSER: 'none' })
  await bin.startUp()
  await bin.stop()
  expect((await bin.ended).stderr).toBe('')
  expect(existsSync(opened)).toBe(false)
})
