import type { ViteUserConfig } from 'vitest/config'
import { mutationConfig } from './vitest.mutation.shared.ts'

/** The tests of the client, for mutants of `src/`. */
const config: ViteUserConfig = mutationConfig({
  include: ['test/client/**/*.test.ts'],
  // Most start processes, which run the built package and not the mutants. The empty chunks, ten
  // million, and the trials take long for each mutant. The trials are random, too, as is the order of
  // hooks: a mutant would live or die by chance.
  exclude: [
    'test/client/empty-chunks.test.ts',
    'test/client/leaks.test.ts',
    'test/client/middleware-order.test.ts',
    'test/client/newer-built-ins.test.ts',
    'test/client/promise/long-base-url.test.ts',
    'test/client/promise/pollution.test.ts',
    'test/client/promise/signals-in-a-process.test.ts',
    'test/client/promise/time-outs-end.test.ts',
    'test/client/trials/**',
  ],
  // They wait for time-outs and sockets.
  slow: [
    'test/client/deadline.test.ts',
    'test/client/int64.test.ts',
    'test/client/promise/middleware-that-sends.test.ts',
    'test/client/promise/response-doubles.test.ts',
    'test/client/promise/unread-bodies.test.ts',
    'test/client/promise/patched-realm.test.ts',
    'test/client/promise/other-fetches.test.ts',
    'test/client/promise/middleware-that-replaces.test.ts',
  ],
})
export default config
