import { checkApp } from './app.ts'
import { checkInBrowser } from './browser.ts'
import type { Consumer } from './consumer.ts'

const bundler = (name: string): Consumer => ({
  name,
  proves:
    "the bundlers Vite 8, webpack 5 and, in Vite 7, Rollup and esbuild: bundles add plants in Chromium, also to msw's service worker; no warning, nothing twice or unused, mapped to dist/index.js",
  folders: ['browser-app', name],
  quiet: true,
  check: folder => checkInBrowser(folder, 'plant-store-client/dist/index.js'),
})

/** One for each way to use the package; CI runs them. The slowest come first. */
export const consumers: Consumer[] = [
  {
    name: 'next',
    proves: 'a production build: server component, plain data from a server action, browser',
    folders: ['next'],
    check: folder => checkApp(folder, ['server component', 'server action', 'client component']),
  },
  bundler('webpack'),
  { ...bundler('vite'), runs: [{}, { also: ['vite@7'] }] },
  {
    name: 'typescript',
    proves:
      "compiles with TypeScript 5.4, 5.9, 6 and 7 and the lib DOM or @types/node, in 16 ways, skipLibCheck off; what was emitted adds a plant; every form of a fetch compiles with the types of Bun, Node and Workers; Vue's compiler makes props of a Plant",
    folders: ['typescript'],
  },
  {
    name: 'hermes',
    proves:
      'bundled by Metro for React Native without msw and Node, client and mock run in Hermes, with a polyfill for the URL that the client needs',
    folders: ['hermes'],
  },
  {
    name: 'generated',
    proves: 'clients of three generators add plants; the mock shows which ids they round',
    folders: ['generated'],
  },
  {
    name: 'dom',
    proves:
      'Vitest 5 in Node, jsdom and happy-dom: client, store.fetch, mock server, msw 2 and 3; React Testing Library, user-event, fake timers, vi.mock, a fake client',
    folders: ['typed', 'dom'],
    runs: [{ also: ['msw@3.0.5'] }, { also: ['msw@2.15.0'], node: 22 }],
  },
  {
    name: 'vite-proxy',
    proves:
      "the guide's proxy puts page, service, console and its actions on one origin: /v1 and /__mock at Vite's address lead to a mock with --base-path /v1",
    folders: ['typed', 'vite-proxy'],
  },
  {
    name: 'jest-dom',
    proves:
      'Jest 30 with ts-jest; client, store.fetch and mock server in Node, jest-fixed-jsdom and a patched jsdom, in jest-environment-jsdom the client with a stub of fetch',
    folders: ['jest-dom'],
  },
  {
    name: 'playwright',
    proves:
      'the mock server for code that runs in a browser or another process, with Playwright: one mock server serves all tests in parallel, each in its own session, and the page needs no code for that; the spec for Cypress, with the session of a spec, compiles',
    folders: ['typed', 'playwright'],
  },
  {
    name: 'package-managers',
    proves:
      "client, mock server and both bins in pnpm's strict node_modules and Yarn Plug'n'Play, no set-up",
    folders: ['package-managers'],
  },
  {
    name: 'servers',
    proves:
      'Koa, Express, Fastify, h3 1 and 2, Nitro and Elysia respond to an error that nothing caught with a 500',
    folders: ['servers'],
  },
  {
    name: 'fetches',
    proves:
      'the client works with node-fetch 2, the fetch of undici, nock, MockAgent, fetch-mock, fake timers of sinon and node:test',
    folders: ['typed', 'fetches'],
  },
]
