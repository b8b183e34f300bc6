/**
 * The mock as an HTTP server, for Node. It needs msw only if handlers are passed to it.
 *
 * @module plant-store-client/mock/server
 */

export type { MswHandler } from './server/msw-overrides.ts'
export type { MockServerOptions } from './server/options.ts'
export { type MockServer, startMockServer } from './server/start.ts'
