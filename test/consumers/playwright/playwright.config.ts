// #region config
import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: {
    baseURL: 'http://localhost:5173',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH }, // or Playwright's own browser
  },
  webServer: { command: 'npx vite --strictPort', url: 'http://localhost:5173' },
  workers: 1, // the page knows one address of the mock
})
// #endregion
