// The runtimes, their versions, and how each runs the checks.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { skipped } from '../browser.ts'
import { openPage } from '../browser-page.ts'
import { run, startServer } from '../shell.ts'
import type { Page } from './page.ts'
import { equal, held, type Proof, type Result, type Runtime, without } from './result.ts'
import { workerd } from './workerd.ts'

const MSW_3 = 'msw@3.0.5'
const MSW_2 = 'msw@2.15.0' // msw 3 asks for Node 22.12
const BIN = 'node_modules/plant-store-client/dist/mock/plant-store-mock.js'

interface Command {
  /** Where the packages have its program. */
  binary: string
  /** Before a file that it runs. */
  runs?: string[]
  /** Before a file that its test runner runs. */
  tests: string[]
  limits?: Result[]
}

/** A runtime of which a command runs a file. */
const commandLine = (
  packages: string[],
  { binary, runs = [], tests, limits = [] }: Command,
): Runtime => ({
  packages,
  entries: ['process.ts', 'interception.ts', 'runner.ts'],
  async prove(folder, live) {
    // An older Bun has builds for other C libraries and processors beside it, with longer names.
    const found = globSync(join('node_modules', binary), { cwd: folder })
    const [command = binary] = found.toSorted((one, other) => one.length - other.length)
    const path = join(folder, command)
    const printed = (file: string) => run(folder, path, ...runs, file, JSON.stringify(live))
    const { version, results }: Proof = JSON.parse(await printed('process.mjs'))
    const intercepted: Result[] = JSON.parse(await printed('interception.mjs'))
    const runner = await held('client', 'node:test, bun test or deno test: store and server', () =>
      run(folder, path, ...tests, './runner.mjs'),
    )
    const bin = await held('bin', 'the command starts, answers and stops', async () => {
      const server = await startServer(folder, path, ...runs, BIN, '--port', '0')
      const { status } = await fetch(`${server.url}/__mock/health`)
      equal([status, await server.stop()], [200, 0])
    })
    return { version, results: [...results, ...intercepted, runner, bin, ...limits] }
  },
})

const node = (major: number, msw: string): Runtime => ({
  ...commandLine([`node@${major}`, msw], { binary: 'node/bin/node', tests: ['--test'] }),
  scripts: true,
})

const notIntercepted = (runtime: string): Result => ({
  part: 'msw',
  name: 'msw 3',
  cannot: `msw 3 does not intercept a call of fetch in ${runtime}, msw 2 does`,
})

declare const page: Page

/** The Chromium of this machine, with a page of the suite. */
const chromium: Runtime = {
  packages: [MSW_3],
  entries: ['page.ts'],
  missing: skipped,
  async prove(folder, live) {
    const opened = await openPage(join(folder, 'page.mjs'))
    const errors: Error[] = []
    opened.page.on('pageerror', error => errors.push(error))
    try {
      const results = await opened.page.evaluate(live => page.prove(live), live)
      return {
        version: opened.page.context().browser()?.version() ?? '',
        results: [
          ...results,
          await held('client', 'no error reaches the page', () => equal(errors.map(String), [])),
          without('socket', 'a page cannot listen'),
          without('app', 'a page cannot listen'),
          without('bin', 'a page has no command line'),
        ],
      }
    } finally {
      await opened.close()
    }
  },
}

export const runtimes: Record<string, Runtime> = {
  node20: node(20, MSW_2),
  node22: node(22, MSW_3),
  node24: node(24, MSW_3),
  node26: node(26, MSW_3),
  bun: commandLine(['bun@1.4.5', MSW_2], {
    binary: '@oven/bun-*/bin/bun',
    runs: ['run'],
    tests: ['test'],
    limits: [notIntercepted('Bun')],
  }),
  // It repeats a POST by itself.
  'bun-1.3': commandLine(['bun@1.3.13', MSW_2], {
    binary: '@oven/bun-*/bin/bun',
    runs: ['run'],
    tests: ['test'],
    limits: [notIntercepted('Bun')],
  }),
  // Its test runner checks types.
  deno: commandLine(['deno@2.9.6', '@types/node@24', MSW_2], {
    binary: '@deno/*/deno',
    runs: ['run', '--no-remote', '--allow-net', '--allow-read', '--allow-env'],
    tests: ['test', '--no-remote', '--allow-all'],
    limits: [notIntercepted('Deno')],
  }),
  workerd: workerd('2026-07-01', ['miniflare@4.20260730.0', MSW_3]),
  chromium,
}
