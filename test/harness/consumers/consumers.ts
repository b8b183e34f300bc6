import { checkApp } from './app.ts'
import { checkInBrowser } from './browser.ts'
import type { Consumer, Use } from './consumer.ts'

const bundler = (name: string, use: Use): Consumer => ({
  name,
  proves:
    "the bundlers Vite 8, webpack 5 and, in Vite 7, Rollup and esbuild: bundles add plants in Chromium, also to msw's service worker; no warning, nothing twice or unused, mapped to dist/index.js",
  folders: ['browser-app', name],
  uses: [use],
  quiet: true,
  check: folder => checkInBrowser(folder, 'plant-store-client/dist/index.js'),
})

/** One for each way to use the package; CI runs them. The slowest come first. */
export const consumers: Consumer[] = [
  {
    name: 'next',
    proves:
      'a production build: server component, plain data from a server action, browser; fetchCache',
    folders: ['next'],
    uses: [
      {
        name: 'Next',
        packages: ['next'],
        needs:
          '[a client for each request](frameworks.md#next), and plain data from a server action',
      },
    ],
    check: folder => checkApp(folder, ['server component', 'server action', 'client component']),
  },
  bundler('webpack', { name: 'webpack', packages: ['webpack'] }),
  {
    ...bundler('vite', { name: 'Vite', packages: ['vite'] }),
    runs: [{}, { also: ['vite@7'] }],
  },
  {
    name: 'typescript',
    proves:
      "compiles with TypeScript 5.4, 5.9, 6 and 7 and the lib DOM or @types/node, in 16 ways, skipLibCheck off; what was emitted adds a plant; every form of a fetch compiles with the types of Bun, Node and Workers; Vue's compiler makes props of a Plant",
    folders: ['typescript'],
    uses: [
      {
        name: 'TypeScript',
        packages: ['typescript-5.4', 'typescript-5.9', 'typescript-6', 'typescript-7'],
        needs: 'the lib `DOM` or `@types/node`, which TypeScript 6 and 7 want named in `types`',
      },
      { name: 'Vue (its compiler)', packages: ['@vue/compiler-sfc'] },
    ],
  },
  {
    name: 'hermes',
    proves:
      'bundled by Metro for React Native without msw and Node, client and mock run in Hermes, with a polyfill for the URL that the client needs',
    folders: ['hermes'],
    uses: [
      {
        name: 'React Native (Metro)',
        packages: ['metro'],
        needs: '[a `URL` that works](frameworks.md#react-native-and-expo)',
      },
    ],
  },
  {
    name: 'generated',
    proves: 'clients of three generators add plants; the mock shows which ids they round',
    folders: ['generated'],
    uses: [], // other clients, which call the mock
  },
  {
    name: 'dom',
    proves:
      'Vitest 5 in Node, jsdom and happy-dom: client, store.fetch, mock server, msw 2 and 3; React Testing Library, user-event, fake timers, vi.mock, a fake client',
    folders: ['typed', 'dom'],
    uses: [
      { name: 'Vitest', packages: ['vitest'] },
      { name: 'jsdom, in Vitest', packages: ['jsdom'] },
      {
        name: 'happy-dom, in Vitest',
        packages: ['happy-dom'],
        needs: 'with msw 3 [a setting](appendix.md#test-environments)',
      },
      {
        name: 'React Testing Library',
        packages: ['@testing-library/react'],
        needs: 'with fake timers [two settings](testing.md#fake-timers)',
      },
      {
        name: 'TanStack Query',
        packages: ['@tanstack/react-query'],
        needs: "[`unwrap`, and `networkMode: 'always'`](frameworks.md#tanstack-query)",
      },
      {
        name: 'React Hook Form',
        packages: ['react-hook-form'],
        needs: '[`@hookform/resolvers`](frameworks.md#form-libraries)',
      },
    ],
    runs: [{ also: ['msw@3.0.5'] }, { also: ['msw@2.15.0'], node: 22 }],
  },
  {
    name: 'vite-proxy',
    proves:
      "the guide's proxy puts page, service, console and its actions on one origin: /v1 and /__mock at Vite's address lead to a mock with --base-path /v1",
    folders: ['typed', 'vite-proxy'],
    uses: [
      {
        name: "Vite's proxy",
        packages: ['vite'],
        needs: '[its configuration](frameworks.md#vite)',
      },
    ],
  },
  {
    name: 'jest-dom',
    proves:
      'Jest 30 with ts-jest; client, store.fetch and mock server in Node, jest-fixed-jsdom and a patched jsdom, in jest-environment-jsdom the client with a stub of fetch',
    folders: ['jest-dom'],
    uses: [
      { name: 'Jest with ts-jest', packages: ['jest'] },
      {
        name: 'Jest with jsdom',
        packages: ['jest-environment-jsdom'],
        needs: '`jest-fixed-jsdom`, or [a stub of `fetch`](appendix.md#test-environments)',
      },
    ],
  },
  {
    name: 'playwright',
    proves:
      'the mock server for code that runs in a browser or another process, with Playwright: one mock server serves all tests in parallel, each in its own session, and the page needs no code for that; the spec for Cypress, with the session of a spec, compiles',
    folders: ['typed', 'playwright'],
    uses: [
      {
        name: 'Playwright',
        packages: ['@playwright/test'],
        needs: '[a session for each test](testing.md#playwright)',
      },
      {
        name: 'Cypress (compiled, not run)',
        packages: ['cypress'],
        needs: '[a session for each spec](testing.md#cypress)',
      },
    ],
  },
  {
    name: 'package-managers',
    proves:
      "client, mock server and both bins in pnpm's strict node_modules and Yarn Plug'n'Play, no set-up",
    folders: ['package-managers'],
    uses: [
      { name: 'pnpm', packages: ['pnpm'] },
      { name: "Yarn Plug'n'Play", packages: ['@yarnpkg/cli-dist'] },
    ],
  },
  {
    name: 'servers',
    proves:
      'Koa, Express, Fastify, h3 1 and 2, Nitro and Elysia respond to an error that nothing caught with a 500',
    folders: ['servers'],
    uses: [
      ['Koa', 'koa'],
      ['Express', 'express'],
      ['Fastify', 'fastify'],
      ['h3', 'h3', 'h3-2'],
      ['Nitro', 'nitropack'],
      ['Elysia', 'elysia'],
    ].map(([name = '', ...packages]) => ({
      name,
      packages,
      needs: 'errors [caught](errors.md#throw-instead)',
    })),
  },
  {
    name: 'fetches',
    proves:
      'the client works with node-fetch 2, the fetch of undici, nock, MockAgent, fetch-mock, fake timers of sinon and node:test',
    folders: ['typed', 'fetches'],
    uses: [
      {
        name: 'undici',
        packages: ['undici'],
        needs: 'as [the option `fetch`](errors.md#timeouts)',
      },
      { name: 'node-fetch', packages: ['node-fetch-2'], needs: 'as the option `fetch`' },
      { name: 'nock', packages: ['nock'] },
      { name: 'fetch-mock', packages: ['fetch-mock'] },
      { name: 'Sinon (fake timers)', packages: ['sinon'] },
    ],
  },
]
