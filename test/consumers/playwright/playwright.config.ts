// #region config
import { defineConfig } from '@playwright/test'

export default defineConfig({
  fullyParallel: true,
  use: {
    baseURL: 'http://localhost:5173',
    // #endregion
    launchOptions: { executablePath: process.env.CHROMIUM_PATH }, // or Playwright's own browser
    // #region config
  },
  webServer: [
    { command: 'npx vite --strictPort', url: 'http://localhost:5173' },
    {
      command: 'npx plant-store-client mock --port 4010 --token token --quiet',
      url: 'http://127.0.0.1:4010/__mock/health',
    },
  ],
})
// #endregion
