import { parseArgs } from 'node:util'
import { withoutTrailingSlashes } from '../http/path.ts'
import { checkUsage } from '../terminal/usage-error.ts'
import type { Target } from './run.ts'

/** The output of `verify --help`. */
export const HELP = `Usage: plant-store-client verify <baseUrl> --token-env <name> [options]

Checks your service against the specification, one request after the other, and reports each
difference once, with what the specification says and which requests show it. This ADDS PLANTS to
the service: it says first how many at most, and asks if the output is a terminal.

  --token-env <name>      environment variable that holds the access token of the service
  --token <token>         the token itself; shell histories and lists of processes show it
  --yes                   do not ask before plants are added
  --verbose               also list what conforms, what is not specified, and what was skipped
  --json                  print lines of JSON, one for each group of results
  --first-id <number>     first id to use, 1 to 4500000000000000 (default from the clock)
  --timeout <ms>          milliseconds for each response (default 10000)
  --dry-run               print the requests and send none; needs no token
  -h, --help              print this help

The token is not printed; in what the service returns, it is hidden if it has at least 8 characters.
Redirects are not followed. After a 429 or 503 with a Retry-After of at most 60 seconds, the request
is repeated after that time, at most twice. Requests have the headers that fetch adds: Accept,
Accept-Language, Accept-Encoding, Sec-Fetch-Mode and User-Agent.

--json prints first { baseUrl, requests, plants, firstId }, then a line for each group:
  { group: "differs", title, specification, place, service, message, probes, curl }
  { group: "inconclusive" or "foreign", service, probes, curl }
  { group: "conforms", probes }
  { group: "unspecified", about, mockOption, results: [{ probe, service, mock, sameAsMock }] }
  { group: "skipped", probes: [{ probe, reason }] }
"foreign" are refusals whose body is not the contract's Error. The last line is { summary:
  { differences, conforms, differs, inconclusive, unspecified: { same, other }, skipped, stopped } }
With --dry-run it prints { probe, method, url, headers, body, bytes } for each request.

Exit codes: 0 everything specified conforms, 1 something specified differs, 2 wrong options, 3 the
service is unreachable, has no plants at this address, does not accept the token, or gave no
conclusive response.`

/** The parsed command line. */
export interface Flags {
  target: Target
  /** The environment variable of the token. */
  tokenName: string
  dryRun: boolean
  json: boolean
  verbose: boolean
  yes: boolean
}

const MAX_FIRST_ID = 4_500_000_000_000_000
const MAX_TIMEOUT = 2 ** 31 - 1

/** Throws a `TypeError` that never repeats a value, which may be the token. */
export function parseFlags(args: readonly string[]): Flags | 'help' {
  const { values, positionals } = parseValues(args)
  if (values.help) return 'help'
  if (positionals.length !== 1)
    throw new TypeError(`verify takes one base address, but got ${positionals.length}`)

  const dryRun = values['dry-run']
  // A run takes fewer than 1,000 ids and more than a millisecond, so no two runs share an id.
  const firstId = values['first-id'] ?? `${Date.now() * 1000}`
  return {
    target: {
      baseUrl: parseBaseUrl(positionals[0] ?? ''),
      token: dryRun ? '[token]' : parseToken(values.token, values['token-env']),
      firstId: BigInt(parseInteger('--first-id', firstId, MAX_FIRST_ID)),
      timeout: parseInteger('--timeout', values.timeout ?? '10000', MAX_TIMEOUT),
    },
    tokenName: values['token-env'] ?? 'PLANT_STORE_TOKEN',
    dryRun,
    json: values.json,
    verbose: values.verbose,
    yes: values.yes,
  }
}

function parseValues(args: readonly string[]) {
  checkUsage(args, FLAGS)
  return parseArgs({ args: [...args], allowPositionals: true, options: FLAGS })
}

const TEXT = { type: 'string' } as const
const SWITCH = { type: 'boolean', default: false } as const

const FLAGS = {
  token: TEXT,
  'token-env': TEXT,
  'first-id': TEXT,
  timeout: TEXT,
  'dry-run': SWITCH,
  json: SWITCH,
  verbose: SWITCH,
  yes: SWITCH,
  help: { ...SWITCH, short: 'h' },
} as const

function parseBaseUrl(text: string): string {
  // The host and port alone are the usual mistake: `localhost:4010` is a URL, whose scheme is `localhost`.
  if (!/^https?:\/\//i.test(text))
    throw new TypeError('The base address must begin with http:// or https://')
  if (!URL.canParse(text)) throw new TypeError('The base address is not a URL')
  const { href, username, password } = new URL(text)
  if (username || password)
    throw new TypeError('The base address must have no user name and no password: use --token-env')
  if (/[?#]/.test(href)) throw new TypeError('The base address must have no query and no fragment')
  return withoutTrailingSlashes(href)
}

function parseToken(token: string | undefined, name: string | undefined): string {
  if (token !== undefined && name !== undefined)
    throw new TypeError('Use either --token-env or --token, not both')
  if (token === undefined && name === undefined)
    throw new TypeError('--token-env or --token is required (or --dry-run)')
  const given = name === undefined ? token : process.env[name]
  if (given === undefined) throw new TypeError(describeUnset(name ?? ''))
  if (!/^[!-~]+$/.test(given))
    throw new TypeError('The token must be visible ASCII characters without spaces')
  return given
}

/** Repeats a name only if it looks like one: somebody may have given the token. */
const describeUnset = (name: string) =>
  /^[A-Z][A-Z0-9_]*$/.test(name)
    ? `The environment variable ${name} is not set (--token-env)`
    : '--token-env must name an environment variable that is set'

function parseInteger(flag: string, text: string, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new TypeError(`${flag} must be an integer from 1 to ${max}`)
  return number
}
