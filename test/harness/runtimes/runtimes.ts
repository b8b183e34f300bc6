// The runtimes and their versions.
import { chromium } from './chromium.ts'
import { commandLine } from './command-line.ts'
import type { Result } from './result.ts'
import type { Runtime } from './runtime.ts'
import { workerd } from './workerd.ts'

const MSW_3 = 'msw@3.0.5'
const MSW_2 = 'msw@2.15.0' // msw 3 asks for Node 22.12
const BUN = 'bun@1.4.5'
const DENO = 'deno@2.9.6'
const MINIFLARE = 'miniflare@4.20260730.0'
const COMPATIBILITY_DATE = '2026-07-01'

const node = (major: number, msw: string): Runtime => ({
  ...commandLine([`node@${major}`, msw], { binary: 'node/bin/node' }),
  scripts: true,
})

const notIntercepted = (runtime: string): Result => ({
  part: 'msw',
  name: 'msw 3',
  cannot: `msw 3 does not see the fetch of ${runtime}, msw 2 does`,
})

export const runtimes: Record<string, Runtime> = {
  node20: node(20, MSW_2),
  node22: node(22, MSW_3),
  node24: node(24, MSW_3),
  node26: node(26, MSW_3),
  bun: commandLine([BUN, MSW_2], {
    binary: '@oven/bun-*/bin/bun',
    args: ['run'],
    limits: [notIntercepted('Bun')],
  }),
  deno: commandLine([DENO, MSW_2], {
    binary: '@deno/*/deno',
    args: ['run', '--no-remote', '--allow-net', '--allow-read', '--allow-env'],
    limits: [notIntercepted('Deno')],
  }),
  workerd: workerd(COMPATIBILITY_DATE, [MINIFLARE, MSW_3]),
  chromium: chromium([MSW_3]),
}
