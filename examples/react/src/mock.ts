// The service within the page, for `npm run dev`: msw's worker answers in its place.
// #region mock

import { network } from 'virtual:msw'
import { createHandlers, createMockStore } from 'plant-store-client/mock'

const store = createMockStore({ accessTokens: [import.meta.env.VITE_PLANT_STORE_TOKEN] })
network.configure({ handlers: createHandlers(store) })
await network.enable()

// For the browser's console: plantStore.plants, plantStore.failNext('no-answer')
Object.assign(globalThis, { plantStore: store })
// #endregion
