import { parseArgs } from 'node:util'
import { withoutTrailingSlashes } from '../http/path.ts'
import { checkUsage } from '../terminal/usage-error.ts'
import type { Target } from './verify.ts'

/** The output of `verify --help`. */
export const HELP = `Usage: plant-store-client verify <baseUrl> --token-env <name> [options]

Runs the mock's conformance rules against your service, one request after the other. Reports each
as conforming or different where the specification states the result, and otherwise whether the
service does what the mock does. This ADDS PLANTS to the service: how many at most, and with which
ids, is printed first.

  --token-env <name>      environment variable that holds the access token of the service
  --token <token>         the token itself; shell histories and lists of processes show it
  --first-id <number>     first id to use, 1 to 4500000000000000 (default from the clock)
  --timeout <ms>          milliseconds for each response (default 10000)
  --dry-run               print the requests and send none; needs no token
  --json                  print a line of JSON for each rule
  -h, --help              print this help

The token is not printed; in what the service returns, it is hidden if it has at least 8 characters.
Redirects are not followed. After a 429 or 503 with a Retry-After of at most 60 seconds, the request
is repeated after that time, at most twice. Requests have the headers that fetch adds: Accept,
Accept-Language, Accept-Encoding, Sec-Fetch-Mode and User-Agent.

--json prints first { baseUrl, requests, plants, ids }, then a line for each rule
  { rule, verdict, specified, reasons, service, mock, sameAsMock, unspecified, mockOption, message }
where verdict is "conforms", "differs", "unspecified" or "inconclusive", specified is "added",
"not added" or null, reasons is a list, and the last three are null if they do not apply; and last
  { summary: { conforms, differs, inconclusive, unspecified: { same, other }, skipped, stopped } }
With --dry-run it prints { rule, method, url, headers, body, bytes } for each request.

Exit codes: 0 everything specified conforms, 1 something specified differs, 2 wrong options, 3 the
service is unreachable, does not accept the token, or gave no conclusive response.`

/** The parsed command line. */
export interface Flags {
  target: Target
  dryRun: boolean
  json: boolean
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
    dryRun,
    json: values.json,
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
  if (given === undefined)
    throw new TypeError('--token-env must name an environment variable that is set')
  if (!/^[!-~]+$/.test(given))
    throw new TypeError('The token must be visible ASCII characters without spaces')
  return given
}

function parseInteger(flag: string, text: string, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new TypeError(`${flag} must be an integer from 1 to ${max}`)
  return number
}
