// The service within the page, for `npm run dev`: msw's worker answers in its place.
// #region mock
import { setupWorker } from 'msw/browser'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'

const store = createMockStore({ accessTokens: [import.meta.env.VITE_PLANT_STORE_TOKEN] })
await setupWorker(...createHandlers(store)).start()

// For the browser's console: plantStore.plants, plantStore.failNext('no-answer')
Object.assign(globalThis, { plantStore: store })
// #endregion
