import { parseArgs } from 'node:util'
import type { MockServerOptions } from './listen.ts'
import { readPlants } from './plants-file.ts'

/** What the command line prints for `--help`. */
export const HELP = `Usage: plant-store-mock [options]
       plant-store-mock verify <baseUrl> --token <token> [options]

Serves a mock of the Plant Store service until it is stopped, or verifies a real service against
the specification and the mock (see verify --help).

  --port <number>             port to listen on, 0 for any that is free (default 4010)
  --host <name>               address or name to listen on (default 127.0.0.1)
  --allowed-host <name>       a further name that Host may have; may be repeated
  --base-path <path>          path of the base address, such as /v1 (default none)
  --token <token>             access token that is let in; may be repeated (default any)
  --plants <file>             JSON file with the plants that are there from the start
  --duplicate-ids <policy>    accept or reject a plant whose id is there (default accept)
  --latency <ms>              milliseconds before each answer, or a range: 100-400 (default 0)
  --failure-rate <share>      share of requests that meet a random failure, 0 to 1 (default 0)
  --random-seed <number>      makes latencies and random failures repeat
  --max-body-bytes <number>   a larger body is answered with 413 (default 1048576)
  --max-requests <number>     how many requests the journal keeps (default 1000)
  --no-control                serve no console and no control API under /__mock
  --json                      print one line of JSON for each request
  --quiet                     print nothing but errors
  --version                   print the version
  --help                      print this help

Colours are for terminals, unless NO_COLOR is set.
Exit codes: 0 stopped or helped, 1 cannot listen, 2 wrong options or plants.`

/** What was asked for on the command line. */
export interface Flags {
  options: MockServerOptions
  json: boolean
  quiet: boolean
  version: boolean
  help: boolean
}

/** Throws a `TypeError` that names the flag, or a `SyntaxError` that names the place in the file. */
export function readFlags(args: readonly string[]): Flags {
  const text = { type: 'string' } as const
  const texts = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      host: text,
      'allowed-host': texts,
      'base-path': text,
      token: texts,
      plants: text,
      'duplicate-ids': text,
      latency: text,
      'failure-rate': text,
      'random-seed': text,
      'max-body-bytes': text,
      'max-requests': text,
      'no-control': flag,
      json: flag,
      quiet: flag,
      version: flag,
      help: flag,
    },
  })
  const { json, quiet, version, help } = values
  const options: MockServerOptions = {
    port: number(values.port),
    host: values.host,
    allowedHosts: values['allowed-host'],
    basePath: values['base-path'],
    accessTokens: values.token,
    duplicateIds: values['duplicate-ids'] as MockServerOptions['duplicateIds'],
    latency: range(values.latency),
    failureRate: number(values['failure-rate']),
    randomSeed: number(values['random-seed']),
    maxBodyBytes: number(values['max-body-bytes']),
    maxRequests: number(values['max-requests']),
    control: !values['no-control'],
  }
  // Help needs no file.
  if (values.plants !== undefined && !help && !version) options.plants = readPlants(values.plants)
  return { json, quiet, version, help, options }
}

/** What is no number is left for the option's own check to refuse. */
function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

function range(text: string | undefined): MockServerOptions['latency'] {
  const [, least, most] = /^([\d.]+)-([\d.]+)$/.exec(text ?? '') ?? []
  return least === undefined ? number(text) : [number(least) as number, number(most) as number]
}

/** Says a message about an option in the words of the command line: `--max-body-bytes takes ...`. */
export const inFlags = (message: string): string =>
  message.replace(
    /^(port|host|basePath|accessTokens|duplicateIds|latency|failureRate|randomSeed|maxBodyBytes|maxRequests) (?=takes)/,
    (_, name: string) =>
      `--${name === 'accessTokens' ? 'token' : name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} `,
  )
