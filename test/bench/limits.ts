/** The limits that the project sets itself. Tests hold the sizes, and the benchmarks publish all of them. */
export const LIMITS = {
  /** Bytes of the client with openapi-fetch in a bundle, minified and gzipped. */
  bundle: 9_900,
  /** Bytes of the package on a disk. 880,000 were meant. */
  package: 940_000,
  /** Packages that npm installs for a user of the client. */
  packages: 3,
  /** CPU time of a call with a stub fetch, relative to openapi-fetch with the same duties by hand. */
  call: 1,
  /** Latency over loopback, relative to a hand-written fetch: 1 call in flight, and 64. */
  loopback: { alone: 1.15, together: 1.25 },
  /** Ofetch is level up to this, over loopback with 1 call in flight. */
  level: 1.05,
  /** CPU time of a bare `node:http` server for a request, relative to the mock's: `--quiet`, and with its log in a file. */
  mock: { quiet: 0.75, log: 0.6 },
  /** Time to the first response of the mock server, relative to a bare `node:http` server. */
  start: 1.5,
  /** Time of the millionth plant, relative to the first. */
  lastPlant: 1.1,
} as const
