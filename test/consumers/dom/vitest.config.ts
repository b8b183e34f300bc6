import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.{ts,tsx}'],
    testTimeout: 60_000, // for slow machines
    setupFiles: ['setup.ts'],
    // #region happy-dom
    environmentOptions: {
      // Without this, happy-dom sends a CORS preflight, which no msw 3 handler answers.
      happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } },
    },
    // #endregion
  },
})
