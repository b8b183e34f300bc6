import { checkApp } from './app.ts'
import { checkInBrowser } from './browser.ts'
import type { Consumer } from './consumer.ts'

export const bundler = (name: string): Consumer => ({
  name,
  proves:
    'bundles add plants in Chromium; no warning, nothing twice or unused, mapped to dist/index.js',
  folders: ['browser-app', name],
  quiet: true,
  check: folder => checkInBrowser(folder, 'plant-store-client/dist/index.js'),
})

/** One for each way to use the package; CI runs them. The slowest come first. */
export const consumers: Consumer[] = [
  {
    name: 'next',
    proves: 'a production build: server component and action, the browser',
    folders: ['next'],
    check: folder => checkApp(folder, ['server component', 'server action', 'client component']),
  },
  bundler('webpack'),
  bundler('vite'),
  {
    name: 'typescript',
    proves:
      "compiles in 16 ways, skipLibCheck off; what was emitted adds a plant; every form of a fetch compiles with the types of Bun, Node and Workers; Vue's compiler makes props of a Plant",
    folders: ['typescript'],
  },
  {
    name: 'hermes',
    proves: 'bundled by Metro for React Native without msw and Node, client and mock run in Hermes',
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
      "the guide's test for Node; in jsdom and happy-dom: React Testing Library, user-event, fake timers, vi.mock, fakes, msw, the server",
    folders: ['typed', 'dom'],
    runs: [{ also: ['msw@3.0.5'] }, { also: ['msw@2.15.0'], node: 22 }],
  },
  {
    name: 'vite-proxy',
    proves: "the guide's proxy: the service, the console and its actions on the origin of the page",
    folders: ['typed', 'vite-proxy'],
  },
  {
    name: 'jest-dom',
    proves:
      'ts-jest; client, mock and server in Node, jest-fixed-jsdom and a patched jsdom, client in jsdom',
    folders: ['jest-dom'],
  },
  {
    name: 'playwright',
    proves:
      "the guide's tests: workers in parallel, each test with a session of its own; that for Cypress compiles",
    folders: ['typed', 'playwright'],
  },
  {
    name: 'package-managers',
    proves:
      "client, mock server and both bins in pnpm's strict node_modules and Yarn's Plug'n'Play without any",
    folders: ['package-managers'],
  },
]
