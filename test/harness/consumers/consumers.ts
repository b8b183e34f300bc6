import { checkApp } from './app.ts'
import { checkInBrowser } from './browser.ts'
import type { Consumer } from './consumer.ts'

const bundler = (name: string, source: string): Consumer => ({
  name,
  proves: `bundles add plants in Chromium; no warning, nothing twice or unused, mapped to ${source}`,
  folders: ['browser-app', name],
  quiet: true,
  check: folder => checkInBrowser(folder, `plant-store-client/${source}`),
})

const MSW = ['2.12.0', '2.15.0', '3.0.5'].map(version => ({ also: [`msw@${version}`] }))

/** Those that CI runs, those that take longest first. */
export const consumers: Consumer[] = [
  {
    name: 'typescript',
    proves: 'compiles in 16 ways, skipLibCheck off; what was emitted adds a plant',
    folders: ['typescript'],
  },
  bundler('webpack', 'src/client.ts'), // it and esbuild read the package's own source maps
  bundler('vite', 'dist/index.js'),
  bundler('rollup', 'dist/index.js'),
  bundler('esbuild', 'src/client.ts'),
  {
    name: 'dom',
    proves:
      'in jsdom and happy-dom: React Testing Library, user-event, fake timers, vi.mock, fakes, msw, the server',
    folders: ['dom'],
    runs: [{ also: ['msw@3.0.5'] }, { also: ['msw@2.15.0'], node: 22 }],
  },
  {
    name: 'vitest',
    proves: 'the handlers answer the client; types',
    folders: ['vitest'],
    runs: MSW,
  },
  {
    name: 'jest-msw',
    proves: 'the handlers answer the client, required with --experimental-vm-modules',
    folders: ['jest-msw'],
    runs: MSW,
  },
  {
    name: 'jest',
    proves: 'store.fetch and the server answer the client, without msw and flags',
    folders: ['jest'],
  },
  {
    name: 'jest-dom',
    proves:
      'ts-jest; client, mock and server in jest-fixed-jsdom and a patched jsdom, client in jsdom',
    folders: ['jest-dom'],
  },
  {
    name: 'fetches',
    proves:
      'the fetch of each package, nock, MockAgent, fetch-mock, stubs, fake timers of sinon and node:test, OpenTelemetry',
    folders: ['fetches'],
  },
  {
    name: 'runners',
    proves: 'node --test, bun test and deno test run client, mock and server',
    folders: ['runners'],
  },
  {
    name: 'metro',
    proves: 'bundles client and mock without msw and Node; the bundle adds a plant',
    folders: ['metro'],
  },
  {
    name: 'import-map',
    proves: 'a plain page with an import map, without a bundler, uses client and mock',
    folders: ['import-map'],
    check: folder => checkApp(folder, ['page']),
  },
  {
    name: 'yarn-pnp',
    proves: 'without node_modules, client, mock server and both bins are found',
    folders: ['yarn-pnp'],
  },
  {
    name: 'languages',
    proves: 'the mock server keeps the ids of other languages exact and tells them what is wrong',
    folders: ['languages'],
  },
  {
    name: 'pnpm',
    proves:
      'client and mock server in strict node_modules; pnpm exec and package scripts find both bins',
    folders: ['pnpm'],
  },
  {
    name: 'without-msw',
    proves:
      'the client, the server and its control API work; the handlers name the missing package',
    folders: ['without-msw'],
  },
]
