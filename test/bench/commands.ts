import { join } from 'node:path'
import { inSet } from './peers.ts'

/** The command that starts a server on a port of this machine. */
export type Command = (port: number) => string[]

const here = import.meta.dirname
const inMocks = (...path: string[]) => inSet('mocks', 'node_modules', ...path)
const openapi = inMocks('plant-store-client', 'openapi.yaml')
const node = process.execPath

/** The baseline. */
export const bare: Command = port => [node, join(here, 'bare.js'), `${port}`]

/** The mock as it is installed: of the working tree, or of another commit in its `node_modules`. */
export const ours =
  (flags: string[] = [], modules: string = inMocks()): Command =>
  port => [
    node,
    join(modules, 'plant-store-client/dist/mock/plant-store-mock.js'),
    '--port',
    `${port}`,
    ...flags,
  ]

/** A server that is written with a library, in a file of the set. */
const script =
  (file: string): Command =>
  port => [node, inSet('mocks', file), `${port}`, openapi]

/** The others, as their users start them. */
export const others: Record<string, Command> = {
  Prism: port => [
    node,
    inMocks('@stoplight/prism-cli/dist/index.js'),
    'mock',
    '-p',
    `${port}`,
    openapi,
  ],
  'Scalar mock server': script('scalar.js'),
  'openapi-backend on Fastify': script('openapi-backend.js'),
  '@mswjs/http-middleware, msw 2': script('http-middleware.js'),
}
