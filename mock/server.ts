/**
 * The mock behind a real socket, for Node. It needs no msw.
 *
 * @module plant-store-client/mock/server
 */

export { connectMockServer, type MockServerConnection } from './connect.ts'
export type { MockStoreEvents } from './events.ts'
export type { Failure } from './failures.ts'
export type { MockRequest } from './journal.ts'
export { type MockServer, type MockServerOptions, startMockServer } from './listen.ts'
export type { MockStoreOptions } from './options.ts'
export type { MswHandler } from './overrides.ts'
export type { NewPlant } from './plant.ts'
export { createMockStore, type MockStore } from './store.ts'
