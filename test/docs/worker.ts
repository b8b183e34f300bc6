// A Worker, or any server that serves its default export.
// #region app
import { createMockApp, type MockApp } from 'plant-store-client/mock'

const app: MockApp = createMockApp({ accessTokens: ['token'] })
export default app
// #endregion
