import { skipped } from '../browser.ts'
import { checkApp } from './app.ts'
import type { Consumer } from './consumer.ts'

const MSW = ['2.12.0', '2.15.0', '3.0.5'].map(version => ({ also: [`msw@${version}`] }))

/** The first Jest that requires ES modules. */
const JEST_30_4 = ['2.12.0', '3.0.5'].map(msw => ({ also: ['jest@30.4.0', `msw@${msw}`] }))

const vitestAndDom = (vitest: string, vite: string, jsdom: string, happyDom: string) => [
  `vitest@${vitest}`,
  `vite@${vite}`,
  `jsdom@${jsdom}`,
  `happy-dom@${happyDom}`,
]

const vitest3 = vitestAndDom('3.2.7', '7', '26.1.0', '20')
const vitest4 = vitestAndDom('4.1.12', '7', '27.4.0', '20')

const jest29 = ['jest@29.7.0', 'jest-environment-jsdom@29.7.0', '@types/jest@29']

/** More tools, versions and frameworks: `npm run test:all -- setups`. */
export const setups: Consumer[] = [
  {
    name: 'jest-msw',
    proves:
      'Jest in Node, msw 2.12 and later, 3: store.fetch needs no flags; the handlers need --experimental-vm-modules and Jest 30.4',
    folders: ['jest'],
    uses: [
      {
        name: 'Jest with msw',
        packages: ['jest'],
        needs: '[Jest 30.4, Node 24.9 and a flag](appendix.md#jest-with-msw)',
      },
    ],
    runs: [...MSW, ...JEST_30_4],
  },
  {
    name: 'without-msw',
    proves:
      'only createHandlers and msw handlers that are passed to the mock server need msw: without msw, with msw 1, or on the server before 2.6, they say so; with 2.11 they work, and everything else always works, also bundled by webpack',
    folders: ['without-msw'],
    uses: [{ name: 'webpack', packages: ['webpack'] }],
    runs: [{}, ...['1.3.5', '2.0.0', '2.11.0'].map(version => ({ also: [`msw@${version}`] }))],
  },
  {
    name: 'dom-versions',
    proves:
      'Vitest 4 with msw 2.15 (as npm installs them on Node 20) and 3, and Vitest 3 with msw 2.12, 2.15 and 3, in Node, jsdom and happy-dom 20, as dom; where msw fails, the rest',
    folders: ['typed', 'dom'],
    uses: [
      { name: 'Vitest', packages: ['vitest'] },
      { name: 'jsdom, in Vitest', packages: ['jsdom'] },
      { name: 'happy-dom, in Vitest', packages: ['happy-dom'] },
    ],
    runs: [
      { also: [...vitest4, 'msw@3.0.5'] },
      { also: [...vitest4, 'msw@2.15.0'], node: 20 },
      { also: [...vitest3, 'msw@3.0.5'] },
      { also: [...vitest3, 'msw@3.0.5'], node: 22 },
      { also: [...vitest3, 'msw@2.15.0'] },
      { also: [...vitest3, 'msw@2.12.0'], node: 20 },
    ],
  },
  {
    name: 'jest-dom-29',
    proves: 'the same tests as jest-dom with Jest 29, on Node 20 too',
    folders: ['jest-dom'],
    uses: [
      { name: 'Jest with ts-jest', packages: ['jest'] },
      { name: 'Jest with jsdom', packages: ['jest-environment-jsdom'] },
    ],
    runs: [{ also: jest29 }, { also: jest29, node: 20 }],
  },
  {
    name: 'jest-typescript',
    proves:
      "the guide's test with ts-jest and with swc: import in place of require, and store.fetch",
    folders: ['jest-typescript'],
    uses: [{ name: 'Jest with ts-jest or @swc/jest', packages: ['jest'] }],
  },
  {
    name: 'components',
    proves:
      "a component test of Playwright, as the guide has it: its router takes the mock's msw handlers",
    folders: ['components'],
    missing: skipped,
    uses: [
      {
        name: 'Playwright (components)',
        packages: ['@playwright/experimental-ct-react'],
        needs: "[`router.use`](testing.md#component-tests) with the mock's msw handlers",
      },
    ],
  },
  {
    name: 'nest',
    proves:
      'NestJS provides one client to its controllers, and a test overrides it, as the guide has it',
    folders: ['nest'],
    uses: [
      { name: 'NestJS', packages: ['@nestjs/core'], needs: '[a provider](frameworks.md#nestjs)' },
    ],
  },
  {
    name: 'react-router',
    proves:
      'an action of React Router returns the plant, or what a page may know of the error, in a build',
    folders: ['react-router'],
    check: folder => checkApp(folder, ['action']),
    uses: [
      {
        name: 'React Router (framework)',
        packages: ['react-router'],
        needs: '[plain data](frameworks.md#react-router) from an action',
      },
    ],
  },
  {
    name: 'sveltekit',
    proves:
      'a load function, form action and API route return plainResult, in a build; a form without TLS needs paths.origin',
    folders: ['sveltekit'],
    uses: [
      {
        name: 'SvelteKit',
        packages: ['@sveltejs/kit'],
        needs:
          '[plain data](frameworks.md#sveltekit-astro-nuxt-react-router) from loaders and actions',
      },
    ],
    check: folder => checkApp(folder, ['load function', 'form action', 'endpoint']),
  },
  {
    name: 'storybook',
    proves: 'a built story, with msw-storybook-addon 3 and msw 3: the handlers answer it',
    folders: ['storybook'],
    uses: [
      {
        name: 'Storybook',
        packages: ['storybook'],
        needs: '[msw-storybook-addon 3 and msw 3](frameworks.md#storybook)',
      },
    ],
    check: folder =>
      checkApp(folder, [], {
        path: '/iframe.html?id=plants--added&viewMode=story',
        inPage: ['story'],
      }),
  },
]
