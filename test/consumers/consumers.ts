import { checkInBrowser } from './browser.ts'

/** A project that uses the package. */
export interface Consumer {
  name: string
  /** What it proves. */
  proves: string
  /** The folders that it is made of, laid over one another. */
  folders: string[]
  /** What is installed besides its own dependencies, or in another version. */
  also?: string[]
  /** Checks what `npm test` cannot. Resolves to the reason if it is skipped; throws if it fails. */
  check?: (folder: string) => Promise<string | undefined>
}

const bundler = (name: string, source: string): Consumer => ({
  name,
  proves: `bundles add plants in Chromium; no warning, nothing twice or unused, mapped to ${source}`,
  folders: ['browser-app', name],
  check: folder => checkInBrowser(folder, `plant-store-client/${source}`),
})

const vitest = (msw: string): Consumer => ({
  name: `vitest-msw-${msw}`,
  proves: 'the handlers answer the client; types',
  folders: ['vitest'],
  also: [`msw@${msw}`],
})

const jest = (msw: string): Consumer => ({
  name: `jest-msw-${msw}`,
  proves: 'the handlers answer the client, required with --experimental-vm-modules',
  folders: ['jest-msw'],
  also: [`msw@${msw}`],
})

/** All of them, those that take longest first. */
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
  ...['2.12.0', '2.15.0', '3.0.5'].map(vitest),
  ...['2.12.0', '2.15.0', '3.0.5'].map(jest),
  {
    name: 'jest',
    proves: 'store.fetch and the server answer the client, without msw and flags',
    folders: ['jest'],
  },
  {
    name: 'metro',
    proves: 'bundles client and mock without msw and Node; the bundle adds a plant',
    folders: ['metro'],
  },
  {
    name: 'pnpm',
    proves: 'pnpm exec and package scripts find both bins, which print their own names',
    folders: ['pnpm'],
  },
  {
    name: 'without-msw',
    proves:
      'the client, the server and its control API work; the handlers name the missing package',
    folders: ['without-msw'],
  },
]
