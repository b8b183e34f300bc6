import type { ViteUserConfig } from 'vitest/config'
import { mutationConfig } from './vitest.mutation.shared.ts'

/** The tests of the client, for mutants of `src/`. */
const config: ViteUserConfig = mutationConfig({
  include: ['test/client/**/*.test.ts'],
  // Three start processes, which run the built package and not the mutants. The test of openapi-fetch
  // mocks the module, which takes a worker of its own.
  exclude: [
    'test/client/certificates.test.ts',
    'test/client/leaks.test.ts',
    'test/client/newer-built-ins.test.ts',
    'test/client/openapi-fetch.test.ts',
  ],
  // They wait for time-outs and sockets.
  slow: [
    'test/client/deadline.test.ts',
    'test/client/json.test.ts',
    'test/client/body.test.ts',
    'test/client/network.test.ts',
    'test/client/realm.test.ts',
    'test/client/other-fetches.test.ts',
    'test/client/middleware-proofs.test.ts',
  ],
})
export default config
