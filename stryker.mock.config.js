import client from './stryker.config.json' with { type: 'json' }

/** Stryker over the mock, with what it does over the client but for these. */
export default {
  ...client,
  vitest: { ...client.vitest, configFile: 'vitest.mutation.mock.config.ts' },
  mutate: ['mock/{json,http,store,control}/**/*.ts'],
  // A mutant of a constant needs every module loaded anew, and hours.
  ignoreStatic: true,
  htmlReporter: { fileName: 'reports/mutation/mock.html' },
  jsonReporter: { fileName: 'reports/mutation/mock.json' },
  incrementalFile: 'reports/mutation/mock-incremental.json',
  thresholds: { high: 94, low: 88, break: 88 },
}
