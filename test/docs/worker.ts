// A Worker, or any server that serves its default export.
// #region app
import { createMockApp } from 'plant-store-client/mock'

export default createMockApp({ accessTokens: ['token'] })
// #endregion
