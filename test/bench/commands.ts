import { join } from 'node:path'
import { freshFolder, run } from '../harness/shell.ts'
import { inSet } from './peers.ts'

/** The command that starts a server on a port of this machine. */
export type Command = (port: number) => string[]

const here = import.meta.dirname
const inMocks = (...path: string[]) => inSet('mocks', 'node_modules', ...path)
const openapi = inMocks('plant-store-client', 'openapi.yaml')
export const node: string = process.execPath

/** The baseline. */
export const bare: Command = port => [node, join(here, 'bare.js'), `${port}`]

/** The mock, as its command line is installed. */
export const ours =
  (...flags: string[]): Command =>
  port => [
    node,
    inMocks('plant-store-client/dist/mock/plant-store-mock.js'),
    '--port',
    `${port}`,
    ...flags,
  ]

/** A server that is written with a library, in a file of a set. */
export const script =
  (set: 'mocks' | 'msw', file: string): Command =>
  port => [node, inSet(set, file), `${port}`, openapi]

/** The others, as their users start them. */
export const others = (mockoonEnvironment: string): Record<string, Command> => ({
  Prism: port => [
    node,
    inMocks('@stoplight/prism-cli/dist/index.js'),
    'mock',
    '-p',
    `${port}`,
    openapi,
  ],
  'Scalar mock server': script('mocks', 'scalar.js'),
  Mockoon: port => [
    node,
    inMocks('@mockoon/cli/bin/run.js'),
    ...['start', '--data', mockoonEnvironment, '--disable-log-to-file'],
    ...['--hostname', '127.0.0.1', '--port', `${port}`],
  ],
  'openapi-backend on Fastify': script('mocks', 'openapi-backend.js'),
  '@mswjs/http-middleware, msw 2': script('mocks', 'http-middleware.js'),
})

/** Makes Mockoon's environment of the description, and gives its path. */
export async function mockoonEnvironment(): Promise<string> {
  const environment = join(await freshFolder(), 'mockoon.json')
  const files = ['--input', openapi, '--output', environment]
  await run('.', node, inMocks('@mockoon/cli/bin/run.js'), 'import', ...files)
  return environment
}
