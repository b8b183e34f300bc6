/**
 * The mock on any runtime: the reference store, the app that serves it with a console and a control API,
 * and a client for a mock server in another process. It needs neither msw nor Node.
 *
 * @module plant-store-client/mock
 */

export { createMockApp, type MockApp, type MockSessions } from './app/create-mock-app.ts'
export type { MockAppOptions } from './app/options.ts'
export { connectMockServer, type MockServerConnection } from './control/client.ts'
export type { MockServerConnectionOptions } from './control/remote-control.ts'
export type { RemoteHold } from './control/remote-hold.ts'
export type { MockStoreEvents } from './store/events.ts'
export type { MockFailure, MockFailureOptions } from './store/failure.ts'
export type { MockHold, MockHoldOptions } from './store/holds.ts'
export type { PlantMatch, RequestMatch } from './store/match.ts'
export type { MockRequest, MockResponse } from './store/mock-request.ts'
export type { MockScheduled, MockStore } from './store/mock-store.ts'
export type { MockSettingsUpdate, MockStoreOptions } from './store/options.ts'
export { createMockStore } from './store/reference-store.ts'
