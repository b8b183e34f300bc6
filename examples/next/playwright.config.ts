import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH } = process.env

export default defineConfig({
  testDir: 'test',
  fullyParallel: true, // each test has a session of its own: see test/fixtures.ts
  use: {
    baseURL: 'http://localhost:4024',
    // Otherwise the browser of `npx playwright install chromium`.
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
  webServer: [
    {
      command: 'npx plant-store-client mock --port 4023 --token let-me-in --quiet',
      url: 'http://127.0.0.1:4023/__mock/health',
    },
    {
      command: 'npm run build && npm start -- --port 4024',
      url: 'http://localhost:4024',
      env: { PLANT_STORE_URL: 'http://127.0.0.1:4023' },
      timeout: 180_000,
    },
  ],
})
