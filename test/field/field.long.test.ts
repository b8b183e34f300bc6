// Who uses the package, and where: real hosts, frameworks and services. `npm run test:all -- field`
// runs each by what tests it elsewhere; with `--mode long -t Deno`, Vitest runs those whose names have the word.
import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { consumers } from '../harness/consumers/consumers.ts'
import { setups } from '../harness/consumers/setups.ts'
import { runtimes } from '../harness/runtimes/runtimes.ts'
import { services } from '../harness/services/services.ts'

/** Vitest's NODE_ENV would make a development build of what is built for production: React runs effects twice there. */
const { NODE_ENV, ...env } = process.env

/** Runs a program. Resolves to its output and its exit code. */
const run = (program: string, ...args: string[]) =>
  new Promise<{ code: number; printed: string }>(resolve => {
    const options = { maxBuffer: 2 ** 26, env }
    const child = execFile(process.execPath, [program, ...args], options, (_error, out, err) => {
      resolve({ code: child.exitCode ?? 1, printed: out + err })
    })
  })

/** Fails with the output of the program; skips with the line in which it says why it cannot run here. */
async function holds(skip: (note?: string) => never, program: string, ...args: string[]) {
  const { code, printed } = await run(program, ...args)
  expect(code, printed).toBe(0)
  const [reason] = /^ *(?:skipped {2}|not here: |[\w.-]+: Skipped: ).*/m.exec(printed) ?? []
  if (reason) skip(reason.trim())
}

/** The places of a list, each with who is there. A place that nobody is named for fails. */
const named = (places: readonly string[], who: Readonly<Record<string, string>>) =>
  places.map(place => [who[place] ?? `nobody is named for ${place}`, place] as const)

describe('On a runtime', () => {
  const who = {
    node20: 'an old server, on Node 20',
    node22: 'a server on Node 22',
    node24: 'a server on Node 24',
    node26: 'a server on the newest Node',
    bun: 'a service on Bun',
    deno: 'a service on Deno, whose fetch repeats a POST',
    workerd: 'the users of a Worker, one of whom leaves',
    chromium: 'a visitor with Chromium',
  }
  test.for(named(Object.keys(runtimes), who))('%s', async ([, place], { skip }) => {
    expect(who).toHaveProperty(place)
    await holds(skip, 'test/harness/runtimes/run.ts', place)
  })
})

describe('On a phone', () => {
  test('the user of an application whose fetch is the one of React Native', async () => {
    const vitest = 'node_modules/vitest/vitest.mjs'
    const { code, printed } = await run(vitest, 'run', 'test/client/react-native.test.ts')
    expect(code, printed).toBe(0)
  })
  test('the developer who bundles it with Metro and runs it in Hermes', async ({ skip }) => {
    await holds(skip, 'test/harness/consumers/run.ts', 'consumers', 'hermes')
  })
  test('the developer whose fetch is typed by Expo', async ({ skip }) => {
    await holds(skip, 'test/harness/consumers/run.ts', 'consumers', 'fetch-types')
  })
})

describe('In a framework', () => {
  const who = {
    next: 'the developer of a Next application, with server actions and edge routes',
    sveltekit: 'the developer of a SvelteKit application',
    astro: 'the developer of an Astro site with actions',
    'react-router': 'the developer of a React Router application with loaders',
    nuxt: 'the developer of a Nuxt application with API routes',
    angular: 'the developer of an Angular component',
    storybook: 'the designer who opens a story in Storybook',
    'vite-proxy': "the developer whose page reaches the mock through Vite's proxy",
    playwright: 'the tester whose Playwright runs in parallel',
    'jest-dom': 'the tester of forms with Jest and jsdom',
    'yarn-pnp': 'the owner of a monorepo with Yarn Plug’n’Play',
    pnpm: 'the owner of a monorepo with pnpm',
  }
  const listed = new Set([...consumers, ...setups].map(({ name }) => name))
  test.for(named(Object.keys(who), who))('%s', async ([, place], { skip }) => {
    expect(listed).toContain(place)
    await holds(skip, 'test/harness/consumers/run.ts', 'consumers', place)
  })
  test('a user who signs in to a Next application, and fills in its form', async ({ skip }) => {
    await holds(skip, 'test/harness/consumers/run.ts', 'examples', 'next')
  })
})

describe('With verify', () => {
  const who = {
    express: 'the owner of a service with Express and SQLite',
    fastify: 'the owner of a service with Fastify',
    nest: 'the owner of a service with NestJS',
    hono: 'the owner of a service with Hono',
    flask: 'the owner of a service with Flask and SQLite',
    'http.server': "the owner of a service with Python's http.server",
    go: 'the owner of a service in Go',
    php: 'the owner of a service in PHP',
    'php-headers': 'the owner of a service in PHP that never sees the token',
  }
  test.for(
    named(
      services.map(({ name }) => name),
      who,
    ),
  )('%s', async ([, place], { skip }) => {
    expect(who).toHaveProperty([place])
    await holds(skip, 'test/harness/services/run.ts', place)
  })
})
