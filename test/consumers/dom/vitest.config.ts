import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.{ts,tsx}'],
    testTimeout: 60_000, // for slow machines
    setupFiles: ['setup.ts'],
    // #region happy-dom
    environmentOptions: {
      // or happy-dom sends a preflight to the other origin, which msw 3 sees and no handler answers
      happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } },
    },
    // #endregion
  },
})
