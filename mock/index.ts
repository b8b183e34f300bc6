/**
 * The mock inside of a process, in Node and in browsers: the reference store, its handlers for msw,
 * and the client of a mock server that runs elsewhere.
 *
 * @module plant-store-client/mock
 */

export { connectMockServer, type MockServerConnection } from './connect.ts'
export type {
  ControlRoutes,
  FailureOrder,
  MockState,
  RequestOnWire,
  SettingsInForce,
  SettingsOrder,
} from './control/types.ts'
export type { MockStoreEvents } from './events.ts'
export type { Failure } from './failures.ts'
export { createHandlers, type HandlersOptions } from './handlers.ts'
export type { MockRequest } from './journal.ts'
export type { MockStoreOptions } from './options.ts'
export type { NewPlant } from './plant.ts'
export { createMockStore, type MockStore } from './store.ts'
