import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/** Tests that send signals or need a POSIX shell. */
const POSIX = [
  'test/cli/keys.test.ts',
  'test/cli/log.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/start-message.test.ts',
  'test/control/no-control.test.ts',
  'test/package/newcomer.test.ts',
  'test/package/packed.test.ts',
  'test/package/readme.test.ts',
]
const skipped = process.platform === 'win32' ? POSIX : []
if (skipped.length > 0)
  console.warn(`Skipped: Windows has no signals and no POSIX shell for ${skipped.join(', ')}`)

// So that the time of day is not GMT by chance.
process.env.TZ = 'Asia/Tokyo'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The consumers are copied, and run by npm run test:consumers.
    exclude: [...configDefaults.exclude, 'test/fixtures/**', ...skipped],
    globalSetup: 'test/harness/temporary.ts',
    testTimeout: 30_000,
  },
})
export default config
