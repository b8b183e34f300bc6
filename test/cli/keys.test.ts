// The keys that control a running mock, in a terminal.

import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { mock, noTerminal, Terminal } from '../harness/terminal.ts'
import { post } from './post.ts'

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
const URL_ = /listens on (http:\S+)\r\n/
const READY = /Press h and Enter for help, q and Enter to quit\./

async function start(args = '', env: NodeJS.ProcessEnv = {}) {
  // Ctrl-C would end the shell with a code of its own, so the mock takes its place.
  const terminal = new Terminal(`exec ${mock} --port 0 ${args}`, { NO_COLOR: '1', ...env })
  const [, url = ''] = await terminal.see(URL_)
  await terminal.see(READY)
  const quit = async () => {
    terminal.type('q\n')
    expect(await terminal.ended).toBe(0)
  }
  return { terminal, url, quit }
}

/** A PATH on which a program is the given shell script. */
function withProgram(name: string, script: string): NodeJS.ProcessEnv {
  const bin = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
  return { PATH: `${bin}${delimiter}${process.env.PATH}`, BROWSER: '' }
}

describe.skipIf(noTerminal)('in a terminal', () => {
  test('h and Enter list the keys, q and Enter quit with exit code 0', async () => {
    const { terminal, quit } = await start()
    terminal.type('h\n')
    await terminal.see(
      /o open the console\r\nc clear the screen\r\nr reset every session\r\nq quit\r\nh list the keys\r\n/,
    )
    await quit()
  })

  test('r resets every session, and says how many', async () => {
    const { terminal, url, quit } = await start()
    await post(`${url}/~one`)
    await post(`${url}/~two`)
    await terminal.see(/session two/)
    terminal.type('r\n')
    await terminal.see(/Reset 3 sessions with 2 plants\? y\/n\r\n/)
    terminal.type('Y\n')
    await terminal.see(/Reset 3 sessions: 0 plants, no requests\.\r\n/)
    expect(await (await fetch(`${url}/~one/__mock/plants`)).json()).toEqual([])
    expect(await (await fetch(`${url}/~two/__mock/requests`)).json()).toEqual([])
    const { began } = await (await fetch(`${url}/__mock/health`)).json()
    expect(began.reason).toBe('A key in the terminal reset the mock')
    await quit()
  })

  test.each([['n'], [''], ['\u001b[C'], ['yes, all of them']])(
    'After r, the line %j resets nothing',
    async line => {
      const { terminal, url, quit } = await start()
      await post(url)
      terminal.type('r\n')
      await terminal.see(/y\/n\r\n/)
      terminal.type(`${line}\n`)
      await terminal.see(/Nothing was reset\.\r\n/)
      terminal.type('y\n') // too late
      terminal.type('h\n')
      await terminal.see(/h list the keys/)
      expect(await (await fetch(`${url}/__mock/plants`)).json()).toHaveLength(1)
      await quit()
      expect(terminal.screen).not.toContain('no requests')
    },
  )

  test('c clears the screen and keeps the address', async () => {
    const { terminal, url, quit } = await start()
    terminal.type('c\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen
    const [, shown] = await terminal.see(/\u001b\[2J\u001b\[3J\u001b\[H.*listens on (\S+)\r\n/)
    expect(shown).toBe(url)
    await quit()
  })

  test.skipIf(process.platform !== 'linux')('o opens the console', async () => {
    const opened = join(folder, 'opened')
    const { terminal, url, quit } = await start(
      '',
      withProgram('xdg-open', `echo "$@" > ${opened}.part; mv ${opened}.part ${opened}; exit 3`),
    )
    terminal.type('o\n')
    await terminal.see(/Cannot open a browser: xdg-open ended with 3\. Open http:\S+ yourself/)
    expect(readFileSync(opened, 'utf8')).toBe(`${url}/__mock\n`)
    await quit()
  })

  test('o says so where there is no console', async () => {
    const { terminal, quit } = await start('--no-control')
    terminal.type('o\n')
    await terminal.see(/There is no console: --no-control turns it off/)
    await quit()
  })

  test('Ctrl-C reaches every program in the foreground', async () => {
    const terminal = new Terminal(
      `trap 'echo the script is told' INT; ${mock} --port 0; echo "ended with $?"`,
    )
    await terminal.see(READY)
    terminal.type('\u0003')
    await terminal.see(/the script is told/)
    await terminal.see(/ended with 0/)
  })

  test('With </dev/null after its command, the mock leaves each line to another program in the foreground, and Ctrl-C ends it', async () => {
    const terminal = new Terminal(
      `(${mock} --port 0 </dev/null; echo "ended with $?") & trap : INT; while read -r line; do echo "beside it: $line"; done; wait`,
    )
    const [, url = ''] = await terminal.see(URL_)
    await post(url)
    await terminal.see(/POST \/plants/)
    for (const line of ['h', 'r', 'q', 'h', 'r', 'q']) {
      terminal.type(`${line}\n`)
      await terminal.see(new RegExp(`beside it: ${line}\r\n`))
    }
    terminal.type('\u0003')
    await terminal.see(/ended with 0/)
    expect(terminal.screen).not.toMatch(READY)
  })

  test('The modes of the terminal stay as they are, while the mock runs and after it', async () => {
    const fifo = join(folder, 'fifo')
    const terminal = new Terminal(
      `mkfifo ${fifo}; stty -g; (read -r line < ${fifo}; stty -g < /dev/tty) & ${mock} --port 0; stty -g`,
    )
    const modes = /[\da-f:]{50,}/
    const [before] = await terminal.see(modes)
    await terminal.see(READY)
    writeFileSync(fifo, 'now\n')
    const [during] = await terminal.see(modes)
    expect(during).toBe(before)
    terminal.type('q\n')
    const [after] = await terminal.see(modes)
    expect(after).toBe(before)
    await terminal.ended
  })

  test('Ctrl-Z gives the terminal to the shell, bg leaves it there, and fg gives it to the mock', async () => {
    const terminal = new Terminal(
      `set -m; ${mock} --port 0; echo stopped; read -r line; echo "the shell read $line"; bg; echo again; read -r line; echo "the shell read $line"; jobs; fg; echo "ended with $?"`,
    )
    await terminal.see(READY)
    terminal.type('\u001a')
    await terminal.see(/stopped/)
    terminal.type('q\n')
    await terminal.see(/the shell read q\r\n/)
    await terminal.see(/again/)
    await setTimeout(200) // for a line that would be read
    terminal.type('q\n')
    await terminal.see(/the shell read q\r\n/)
    await terminal.see(/Running/)
    terminal.type('h\n')
    await terminal.see(/h list the keys/)
    terminal.type('q\n')
    await terminal.see(/ended with 0/)
  })

  // As bash does in an interactive shell, `set -m` makes a group of each job, so that the terminal stops it if it reads.
  test.skipIf(process.platform !== 'linux')(
    'Started in the background, without a ps that can be used, the mock goes on while lines are typed, and fg gives it the keys',
    async () => {
      const terminal = new Terminal(
        `set -m; ${mock} --port 0 & read -r line; read -r line; echo "the shell read $line"; jobs; fg; echo "ended with $?"`,
        { NO_COLOR: '1', ...withProgram('ps', 'exit 1') },
      )
      const [, url = ''] = await terminal.see(URL_)
      await terminal.see(/Try it:\r\n.*\r\n/)
      terminal.type('one\n')
      terminal.type('two\n')
      await terminal.see(/the shell read two\r\n/)
      await terminal.see(/Running/)
      expect((await post(url)).status).toBe(successStatus)
      await terminal.see(READY) // once it is in the foreground
      terminal.type('q\n')
      await terminal.see(/ended with 0/)
    },
  )

  test('Where nothing tells whether it is in the foreground, there are no keys, which the start says', async () => {
    const noProc =
      "import fs from 'node:fs';import{syncBuiltinESMExports}from'node:module';const{readFileSync}=fs;fs.readFileSync=(path,...rest)=>{if(path==='/proc/self/stat')throw new Error('ENOENT');return readFileSync(path,...rest)};syncBuiltinESMExports()"
    const terminal = new Terminal(
      `set -m; ${mock} --port 0 & read -r line; read -r line; echo "the shell read $line"; jobs; kill %1; wait; echo over`,
      {
        NO_COLOR: '1',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noProc)}`,
        ...withProgram('ps', 'exit 1'),
      },
    )
    await terminal.see(/There are no keys, because neither \/proc nor ps tells/)
    terminal.type('one\n')
    terminal.type('two\n')
    await terminal.see(/the shell read two\r\n/)
    await terminal.see(/Running/)
    await terminal.see(/over/)
    expect(terminal.screen).not.toMatch(READY)
  })

  test('After Ctrl-Z, bg and fg, the keys work, also where the shell sends no signal', async () => {
    const terminal = new Terminal(
      `set -m; ${mock} --port 0; bg; read -r line; echo "the shell read $line"; fg; echo "ended with $?"`,
    )
    await terminal.see(READY)
    terminal.type('\u001a')
    await setTimeout(300) // bg says nothing that could be waited for on every shell
    terminal.type('h\n')
    await terminal.see(/the shell read h\r\n/)
    await setTimeout(1_500) // for the mock to look
    terminal.type('h\n')
    await terminal.see(/h list the keys/)
    terminal.type('q\n')
    await terminal.see(/ended with 0/)
  })

  test('In the background the mock leaves the terminal to the shell, until fg', async () => {
    const terminal = new Terminal(
      `set -m; ${mock} --port 0 & read -r line; echo "the shell read $line"; jobs; fg; echo "ended with $?"`,
      { NO_COLOR: '1' },
    )
    await terminal.see(/Try it:\r\n.*\r\n/)
    await setTimeout(200) // for keys that would be read
    expect(terminal.screen).not.toMatch(READY)
    terminal.type('q\n')
    await terminal.see(/the shell read q\r\n/)
    await terminal.see(/Running/)
    terminal.type('q\n')
    await terminal.see(/ended with 0/)
  })

  test('Other lines and the end of input do nothing', async () => {
    const { terminal, url } = await start()
    await post(url)
    for (const typed of ['quit or reset', '\u001b[C', '', 'x', 'é']) terminal.type(`${typed}\n`)
    terminal.type('h\n')
    await terminal.see(/h list the keys/)
    terminal.type('\u0004')
    await post(url)
    expect(await (await fetch(`${url}/__mock/plants`)).json()).toHaveLength(2)
    terminal.type('\u0003')
    expect(await terminal.ended).toBe(0)
  })
})

test('Without a terminal there are no keys', async () => {
  const bin = new Bin(['--port', '0'])
  const url = await bin.url()
  bin.process.stdin?.end('q')
  expect((await post(url)).status).toBe(successStatus)
  expect(await bin.stop()).toBe(0)
  expect((await bin.ended).stdout).not.toContain('Press h')
})
