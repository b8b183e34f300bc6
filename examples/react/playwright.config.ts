import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH } = process.env

export default defineConfig({
  testDir: 'test',
  fullyParallel: true, // each test has a session of its own: see test/fixtures.ts
  use: {
    baseURL: 'http://localhost:4021',
    // Otherwise the browser of `npx playwright install chromium`.
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
  webServer: [
    {
      command: 'npx plant-store-client mock --port 4020 --token let-me-in --quiet',
      url: 'http://127.0.0.1:4020/__mock/health',
    },
    {
      command: 'npm run build && npm run preview -- --port 4021 --strictPort',
      url: 'http://localhost:4021',
      env: { VITE_PLANT_STORE_URL: 'http://127.0.0.1:4020' },
    },
    { command: 'npm run dev -- --port 4022 --strictPort', url: 'http://localhost:4022' },
  ],
})
