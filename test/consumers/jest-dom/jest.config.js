const project = (displayName, testEnvironment, tests) => ({
  displayName,
  testEnvironment,
  testMatch: tests.map(test => `<rootDir>/${test}.test.ts`),
  transform: { '\\.ts$': ['ts-jest', {}] },
})

module.exports = {
  testTimeout: 60_000, // for slow machines
  projects: [
    project('jsdom', 'jsdom', ['client']), // without TextDecoder, the mock cannot be imported
    project('jest-fixed-jsdom', 'jest-fixed-jsdom', ['client', 'store', 'server']),
    project('patched jsdom', './patched-jsdom.js', ['client', 'store', 'server']),
  ],
}
