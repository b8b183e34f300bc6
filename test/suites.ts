/** The paths of tests for `vitest.config.ts` and `npm run test:all`. Change a path here when a test moves. */

/** A suite that `npm test` leaves out. */
export interface Suite {
  readonly proves: string
  /** What may stand after a slash, as in `runtimes/bun`. */
  readonly part?: string
  readonly command: string
}

const LONG = '--mode long --testTimeout 900000 --hookTimeout 900000'

export const SUITES: Readonly<Record<string, Suite>> = {
  node20: {
    proves: "the client's tests on Node 20",
    command: 'node test/harness/node-20/run.ts',
  },
  runtimes: {
    proves:
      'the packed package: client, store.fetch, server, command and msw (2 on Node 20, Bun and Deno, else 3) on each of these runtimes: Node 20 to 26, Bun (one that repeats a POST too), Deno, Workers (workerd, where msw handlers answer with nodejs_compat) and Chromium; on each, 300 random calls over connections that die. The mock runs in tests, in the browser, on Node, Bun, Deno and Workers, and as a command',
    part: 'one runtime',
    command: 'node test/harness/runtimes/run.ts',
  },
  examples: {
    proves: 'the examples with the packed package',
    part: 'one folder of examples/',
    command: 'node test/harness/consumers/run.ts examples',
  },
  consumers: {
    proves: 'projects that install the packed package: bundlers, TypeScript, test runners, servers',
    part: 'one project',
    command: 'node test/harness/consumers/run.ts consumers',
  },
  setups: {
    proves: 'more such projects, frameworks included; they take longer',
    part: 'one project',
    command: 'node test/harness/consumers/run.ts setups',
  },
  services: {
    proves:
      'what verify says of services with real frameworks, as far as the machine has their runtimes',
    part: 'one service',
    command: 'node test/harness/services/run.ts',
  },
  trials: {
    proves:
      '20,000 random calls over a faulty network, 5,000 over connections that die, 14,400 with a shared token provider, 1,000 random services for verify, and 100,000 random tokens in bodies',
    command: `vitest run test/random/trials test/random/properties test/random/verify test/random/redaction ${LONG}`,
  },
  truth: {
    proves:
      'a million random requests end no packed command and leave no descriptor open in it, and its records are what happened',
    command: 'vitest run test/random/truth --mode long',
  },
  contract: {
    proves:
      '4,000 random schemas, 3,000 random changes of the contract, and one from the description to the build',
    command: `vitest run test/generate ${LONG}`,
  },
  memory: {
    proves:
      'that nothing that is sent ends a process with a small heap, and the bound on connections',
    command: `vitest run memory.long long-lists.long connection-limit.long ${LONG}`,
  },
  time: {
    proves: 'that nothing that is sent, and no reading of it, holds the mock up',
    command: `vitest run time.long ${LONG}`,
  },
  newcomer: {
    proves: 'the commands of the README and the guides in a fresh folder, with what npm installs',
    command: `vitest run newcomer.long readme.long ${LONG}`,
  },
  publish: {
    proves:
      'the release, published to a registry and installed from there with npm, pnpm, Yarn, Bun and Deno',
    command: `vitest run published.long ${LONG}`,
  },
  mutation: {
    proves: 'that for almost every change of the client a test fails, with Stryker',
    command:
      'npm install --prefix test/mutation --legacy-peer-deps --no-package-lock --no-audit --no-fund --silent && ' +
      'node test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js run test/mutation/stryker.config.json',
  },
}

/** Tests that send signals or need a POSIX shell. */
export const POSIX: readonly string[] = [
  'test/cli/keys.test.ts',
  'test/cli/log.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/start-message.test.ts',
  'test/control/no-control.test.ts',
  'test/package/newcomer.long.test.ts',
  'test/package/packed.test.ts',
  'test/package/readme.long.test.ts',
]

/** The tests that are run for each mutant of `src/`. */
export const FOR_MUTANTS = {
  include: ['test/client/**/*.test.ts'],
  // Two run the built package and not the mutants. The test of openapi-fetch mocks the module, which
  // takes a worker of its own.
  exclude: [
    'test/client/leaks.test.ts',
    'test/client/openapi-fetch.test.ts',
    'test/client/two-builds.test.ts',
  ],
  /** They wait for time-outs and sockets, and run last. */
  slow: [
    'test/client/deadline.test.ts',
    'test/client/json.test.ts',
    'test/client/body.test.ts',
    'test/client/network.test.ts',
    'test/client/realm.test.ts',
    'test/client/other-fetches.test.ts',
    'test/client/middleware-proofs.test.ts',
  ],
} as const
