import { checkApp } from './app.ts'
import type { Consumer } from './consumer.ts'
import { bundler } from './consumers.ts'

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
    ...bundler('vite'),
    name: 'vite-7',
    proves: 'the same bundles as vite, made by Rollup and minified by esbuild',
    runs: [{ also: ['vite@7'] }],
  },
  {
    name: 'jest-msw',
    proves:
      'store.fetch answers the client without flags; the handlers do with --experimental-vm-modules, from Jest 30.4 on',
    folders: ['jest'],
    runs: [...MSW, ...JEST_30_4],
  },
  {
    name: 'without-msw',
    proves:
      'without msw, or with one that the handlers do not know: client, server and control API work, also bundled by webpack; the handlers and the server say what they need',
    folders: ['without-msw'],
    runs: [{}, ...['1.3.5', '2.0.0', '2.11.0'].map(version => ({ also: [`msw@${version}`] }))],
  },
  {
    name: 'servers',
    proves:
      'who throws an error of the client and does not catch it, in Koa, Express, Fastify, h3 1 and 2, Nitro and Elysia: a 500 of their own',
    folders: ['servers'],
  },
  {
    name: 'fetches',
    proves:
      'the fetch of node-fetch 2 and undici, nock, MockAgent, fetch-mock, fake timers of sinon and node:test',
    folders: ['typed', 'fetches'],
  },
  {
    name: 'dom-versions',
    proves: 'the same tests as dom with older tools; where msw fails for a plain fetch, the rest',
    folders: ['typed', 'dom'],
    runs: [
      { also: [...vitest4, 'msw@3.0.5'] },
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
    runs: [{ also: jest29 }, { also: jest29, node: 20 }],
  },
  {
    name: 'sveltekit',
    proves: 'a production build: load function, form action, endpoint',
    folders: ['sveltekit'],
    check: folder => checkApp(folder, ['load function', 'form action', 'endpoint']),
  },
  {
    name: 'storybook',
    proves: 'a built story whose calls msw-storybook-addon answers with the handlers',
    folders: ['storybook'],
    check: folder =>
      checkApp(folder, [], {
        path: '/iframe.html?id=plants--added&viewMode=story',
        inPage: ['story'],
      }),
  },
]
