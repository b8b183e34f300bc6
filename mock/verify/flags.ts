import { parseArgs } from 'node:util'
import type { Target } from './verify.ts'

/** What the command line prints for `verify --help`. */
export const HELP = `Usage: plant-store-mock verify <baseUrl> --token <token> [options]

Asks a Plant Store service, one request after the other, what the mock is asked in its own tests.
Says of each rule whether the service holds what the specification states, and where the
specification is silent, whether the service does as the mock does. This ADDS PLANTS to the service:
it says first how many at most, and with which ids.

  --token <token>         access token of the service
  --token-env <name>      environment variable that has the token, so that no history shows it
  --first-id <number>     the ids begin here, 1 to 4500000000000000 (default from the clock)
  --timeout <ms>          milliseconds for each answer (default 10000)
  --dry-run               print the requests and send none; needs no token
  --json                  print one line of JSON for each rule
  --help                  print this help

The token is printed nowhere. Redirects are not followed. Where 429 or 503 comes with Retry-After of
at most 60 seconds, the request is sent again then, twice at most. Requests carry what fetch adds to
them: Accept, Accept-Language, Accept-Encoding, Sec-Fetch-Mode and User-Agent.

--json prints first { verifies, requests, plants, ids }, then a line for each rule
  { rule, verdict, states, why, service, mock, sameAsMock, silentOn, mockSwitch, message }
where verdict is "holds", "differs", "silent" or "unknown", states is "added", "not added" or null,
why is a list, and the last three are null where there is nothing to tell; and at last
  { summary: { holds, differs, unknown, silent: { same, other }, unasked, stopped } }
With --dry-run it prints { rule, method, url, headers, body, bytes } for each request.

Exit codes: 0 all that the specification states holds, 1 something stated differs, 2 wrong options,
3 the service cannot be reached, does not let the token in, or gave no answer to judge.`

/** What was asked for on the command line; without a target there is help only. */
export interface Flags {
  target: Target
  dryRun: boolean
  json: boolean
}

const LAST_FIRST_ID = 4_500_000_000_000_000

/** Throws a `TypeError` that says what is wrong, and never repeats a value: it may be the token. */
export function readFlags(args: readonly string[]): Flags | 'help' {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      token: text,
      'token-env': text,
      'first-id': text,
      timeout: text,
      'dry-run': flag,
      json: flag,
      help: flag,
    },
  })
  if (values.help) return 'help'
  if (positionals.length !== 1)
    throw new TypeError(`verify takes one base address, and got ${positionals.length}`)

  const dryRun = values['dry-run']
  return {
    target: {
      baseUrl: baseUrlOf(positionals[0] as string),
      token: dryRun ? '[token]' : tokenOf(values.token, values['token-env']),
      firstId: BigInt(
        // A run takes less than 1,000 ids and more than a millisecond: no other one meets them.
        whole('--first-id', values['first-id'] ?? `${Date.now() * 1000}`, LAST_FIRST_ID),
      ),
      timeout: whole('--timeout', values.timeout ?? '10000', 2 ** 31 - 1),
    },
    dryRun,
    json: values.json,
  }
}

function baseUrlOf(text: string): string {
  if (!URL.canParse(text)) throw new TypeError('The base address is not a URL')
  const { href, protocol, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol)) throw new TypeError('The base address takes http or https')
  if (username || password)
    throw new TypeError('The base address takes no user name and no password: use --token')
  if (/[?#]/.test(href)) throw new TypeError('The base address takes no ? and no #')
  return href.replace(/\/+$/, '')
}

function tokenOf(token: string | undefined, name: string | undefined): string {
  if (token !== undefined && name !== undefined)
    throw new TypeError('Either --token or --token-env is needed, not both')
  const given = name === undefined ? token : process.env[name]
  if (given === undefined)
    throw new TypeError(
      name === undefined
        ? '--token or --token-env is needed (or --dry-run)'
        : '--token-env takes the name of an environment variable that is set',
    )
  if (!/^[!-~]+$/.test(given))
    throw new TypeError('The token takes visible ASCII characters without spaces')
  return given
}

function whole(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most)
    throw new TypeError(`${name} takes a whole number from 1 to ${most}`)
  return number
}
