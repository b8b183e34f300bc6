import { parseArgs } from 'node:util'
import { escapeLookalikes } from '../contract/visible.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { checkUsage } from '../terminal/usage-error.ts'
import { probes } from './requests/probes.ts'
import { LISTED } from './requests/unusual-texts.ts'
import type { Target } from './run/target.ts'

/** The output of `verify --help`. */
export const HELP: string = `Usage: plant-store-client verify <baseUrl> --token-env <name> [options]

Checks your service against the specification, one request after the other, and reports each
difference once: what the specification says, what came, and the smallest request that shows it.
This ADDS PLANTS to the service: it says first how many at most, and asks if the output is a
terminal. --dry-run shows those that every run sends. What is refused, or gets no response, is sent
again before anything is said of it. If texts are too long, the run finds the bound.

  --token-env <name>      environment variable that holds the access token of the service
  --token <token>         the token itself; shell histories and lists of processes show it
  --yes                   do not ask before plants are added
  --verbose               also name the probes, and compare what is left open with the mock
  --json                  print lines of JSON, one for each group of results
  --plants <number>       unusual texts to try, each in a plant, 1 to 100000 (default ${LISTED}, the
                          whole list; more are random). ${probes.length} other probes are sent as well,
                          and may add plants too: unusual ids, media types, paths and tokens
  --seed <number>         seed of the random texts, 0 to 4294967295 (default random, and printed)
  --first-id <number>     first id to use, 1 to 4500000000000000 (default from the clock)
  --timeout <ms>          milliseconds for each response (default 10000)
  --delay <ms>            milliseconds between requests, for a service that limits them (default 0)
  --header '<name>: <value>'
                          header of every request, for a gateway that wants a key; may be repeated
  --right-token-only      send nothing without the right token. Otherwise five requests are, and a
                          preflight, among accepted plants: use this if your service locks accounts
  --dry-run               print the requests and send none; needs no token
  -h, --help              print this help

The token is not printed, nor is the value of a --header that is a credential by its name, such as
X-Api-Key; in what the service returns, they are hidden if they have at least 8 characters.
Without a terminal, progress is printed to stderr every 15 seconds.
Redirects are not followed. After a 429 or 503 with a Retry-After of at most 60 seconds (not a
date), the request is repeated after that time, at most twice. Each request has a connection of its
own, and the headers that fetch adds: Accept, Accept-Language, Accept-Encoding, Sec-Fetch-Mode and
User-Agent.

--json prints first { baseUrl, requests, more, plants, firstId, seed }, then a line for each group:
  { group: "differs", kind, title, specification, place, service, message, body, isConfirmed,
    probes, curl }
  { group: "inconclusive", service, probes, curl }
  { group: "lostAt", service, probes, curl }
  { group: "unreliable", requests, repeated, isRightThen, isSpecified, got, service, probes }
  { group: "leftOpen", text, isConfirmed, probes, curl }
  { group: "conforms", probes }
  { group: "unspecified", about, mockOption, results: [{ probe, service, mock, sameAsMock }] }
  { group: "skipped", probes: [{ probe, reason }] }, what was not probed
"more" is how many more may be sent. "isConfirmed" is false for what was not repeated,
as the run stopped before, or got something else each time. curl is a list of texts; one with two
lines is two commands that belong together. "inconclusive" are valid plants without a response;
"lostAt" is the request after which the service was lost, if it was; "unreliable" is what did not
come again. The last line is { summary: { differences, requests, repeats, probes, conforms, differs,
leftOpen, inconclusive, unreliable, skipped, stopped } }; conforms, differs, leftOpen, inconclusive
and unreliable add up to probes.
With --dry-run it prints { probe, method, url, headers, body, bytes } for each request.

Exit codes: 0 everything specified conforms, 1 something specified differs, 2 wrong options, 3 the
service is unreachable, has no plants at this address, does not accept the token, stopped
answering, left a valid plant without a response, or did not do each time what is specified.`

/** The parsed command line. */
export interface Flags {
  target: Target
  dryRun: boolean
  json: boolean
  verbose: boolean
  yes: boolean
}

const MAX_FIRST_ID = 4_500_000_000_000_000
const MAX_TIMEOUT = 2 ** 31 - 1
const MAX_PLANTS = 100_000
const MAX_SEED = 2 ** 32 - 1

/** Throws a `TypeError` that never repeats a value, which may be the token. */
export function parseFlags(args: readonly string[]): Flags | 'help' {
  checkUsage(args, FLAGS)
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: FLAGS,
  })
  if (values.help) return 'help'
  if (positionals.length !== 1)
    throw new TypeError(`verify takes one base address, but got ${positionals.length}`)

  const dryRun = values['dry-run']
  // A run sends fewer than 1,000 requests in a millisecond, so no two runs share an id.
  const firstId = values['first-id'] ?? `${Date.now() * 1000}`
  return {
    target: {
      baseUrl: parseBaseUrl(positionals[0] ?? ''),
      tokenName: values['token-env'] ?? 'PLANT_STORE_TOKEN',
      token: dryRun ? '[token]' : parseToken(values.token, values['token-env']),
      firstId: BigInt(parseInteger('--first-id', firstId, 1, MAX_FIRST_ID)),
      isFirstIdChosen: values['first-id'] !== undefined,
      timeout: parseInteger('--timeout', values.timeout ?? '10000', 1, MAX_TIMEOUT),
      delay: parseInteger('--delay', values.delay ?? '0', 0, MAX_TIMEOUT),
      headers: parseHeaders(values.header ?? []),
      plants:
        values.plants === undefined
          ? LISTED
          : parseInteger('--plants', values.plants, 1, MAX_PLANTS),
      seed: parseInteger('--seed', values.seed ?? randomSeed(), 0, MAX_SEED),
      rightTokenOnly: values['right-token-only'],
    },
    dryRun,
    json: values.json,
    verbose: values.verbose,
    yes: values.yes,
  }
}

const TEXT = { type: 'string' } as const
const SWITCH = { type: 'boolean', default: false } as const

const FLAGS = {
  token: TEXT,
  'token-env': TEXT,
  'first-id': TEXT,
  timeout: TEXT,
  delay: TEXT,
  header: { type: 'string', multiple: true },
  plants: TEXT,
  seed: TEXT,
  'right-token-only': SWITCH,
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
  const wrong = findWrong(given)
  if (wrong !== undefined)
    throw new TypeError(`The token must be visible ASCII characters without spaces, but ${wrong}`)
  return given
}

/** A character that no token has is not one of the secret. */
function findWrong(token: string): string | undefined {
  if (token === '') return 'is empty'
  if (/^bearer\s/i.test(token)) return 'begins with the word Bearer, which is not part of it'
  const [character] = /[^!-~]/u.exec(token) ?? []
  return character && `has ${escapeLookalikes(JSON.stringify(character))}`
}

/** The headers that `verify` itself sends, or that belong to the connection. */
const OWN =
  /^(?:accept-encoding|authorization|connection|content-.*|expect|host|keep-alive|origin|te|trailer|transfer-encoding|upgrade)$/

/** Names are in lower case. */
function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers = lines.map(line => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([ -~]*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || !value)
      throw new TypeError("--header must be a name and a value in ASCII, as in 'X-Api-Key: VALUE'")
    const lower = name.toLowerCase()
    if (OWN.test(lower))
      throw new TypeError(`--header must not be ${name}, which verify sets itself`)
    return [lower, value]
  })
  return Object.fromEntries(headers)
}

/** Repeats a name only if it looks like one: somebody may have given the token. */
const describeUnset = (name: string) =>
  /^[A-Z][A-Z0-9_]*$/.test(name)
    ? `The environment variable ${name} is not set (--token-env)`
    : '--token-env must name an environment variable that is set'

/** Short enough to be typed again. */
const randomSeed = () => String(Math.floor(Math.random() * 1_000_000))

function parseInteger(flag: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1
  if (number < min || number > max)
    throw new TypeError(`${flag} must be an integer from ${min} to ${max}`)
  return number
}
