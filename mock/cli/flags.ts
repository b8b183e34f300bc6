import { parseArgs } from 'node:util'
import type { MockServerOptions } from '../server/options.ts'
import type { OptionProblem } from '../store/check-options.ts'
import { usageError } from '../terminal/usage-error.ts'
import { describeKeys } from './hotkeys.ts'
import { readPlantsFile } from './plants-file.ts'
import { unexpectedArgument } from './unexpected-argument.ts'

/** The output of `--help`; `program` is the name that was called. */
export const help = (program: string): string => `Usage: ${program} [options]
       ${program} verify <baseUrl> --token-env <name> [options]

Serves a mock of the Plant Store service until it is stopped, or verifies a real service against
the specification and the mock (see ${program} verify --help).

  --port <number>             port to listen on, 0 for any free port (default 4010)
  --host <name>               address or name to listen on (default 127.0.0.1)
  --allowed-host <name>       additional name to accept in Host; may be repeated
  --base-path <path>          path of the base address, such as /v1 (default none)
  --token <token>             access token to accept; may be repeated (default any)
  --plants <file>             JSON file of the plants to start with
  --duplicate-ids <policy>    accept or reject a plant whose id exists (default accept)
  --latency <ms>              milliseconds before each response, or a range: 100-400 (default 0)
  --failure-rate <share>      share of requests that get a random failure, 0 to 1 (default 0)
  --random-seed <number>      seed for reproducible latency and failures
  --max-body-bytes <number>   reject larger bodies with 413 (default 1048576)
  --max-requests <number>     number of requests that the journal keeps (default 1000)
  --max-sessions <number>     named sessions to keep; the longest idle ends first (default 1000)
  --no-control                do not serve the console and the control API under /__mock
  --open                      open the console in a browser
  --json                      print a line of JSON for each request
  --quiet                     print nothing but errors
  -v, --version               print the version
  -h, --help                  print this help

Keys, in a terminal:
  ${describeKeys().join(', ')}
Output is coloured on a terminal unless NO_COLOR is set, and elsewhere if FORCE_COLOR is.
Exit codes: 0 success, 1 cannot listen, 2 wrong options or plants.`

/** The parsed command line. */
export interface Flags {
  options: MockServerOptions
  /** The file that the plants of the options are from. */
  plantsFile: string | undefined
  open: boolean
  json: boolean
  quiet: boolean
  version: boolean
  help: boolean
}

/** Throws a `TypeError` for wrong flags, or a `PlantsFileError`. */
export function parseFlags(args: readonly string[]): Flags {
  const values = parseValues(args)
  const { json, quiet, version, help, open, plants: plantsFile } = values
  if (open && values['no-control'])
    throw new TypeError('--open needs the console, which --no-control turns off')
  const options: MockServerOptions = {
    port: toNumber(values.port),
    host: values.host,
    allowedHosts: values['allowed-host'],
    basePath: values['base-path'],
    accessTokens: values.token,
    duplicateIds: values['duplicate-ids'] as MockServerOptions['duplicateIds'],
    latency: toLatency(values.latency),
    failureRate: toNumber(values['failure-rate']),
    randomSeed: toNumber(values['random-seed']),
    maxBodyBytes: toNumber(values['max-body-bytes']),
    maxRequests: toNumber(values['max-requests']),
    maxSessions: toNumber(values['max-sessions']),
    control: !values['no-control'],
  }
  // Help and version need no file.
  if (plantsFile !== undefined && !help && !version) options.plants = readPlantsFile(plantsFile)
  return { json, quiet, version, help, open, plantsFile, options }
}

function parseValues(args: readonly string[]) {
  if (args[0] && !args[0].startsWith('-')) throw unexpectedArgument(args, 0)
  const config = { args: [...args], options: FLAGS, allowPositionals: true, tokens: true } as const
  try {
    const { values, tokens } = parseArgs(config)
    const argument = tokens.find(({ kind }) => kind === 'positional')
    if (argument) throw unexpectedArgument(args, argument.index)
    return values
  } catch (error) {
    throw usageError(error, args, FLAGS)
  }
}

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'string', multiple: true } as const
const SWITCH = { type: 'boolean', default: false } as const

const FLAGS = {
  port: TEXT,
  host: TEXT,
  'allowed-host': TEXTS,
  'base-path': TEXT,
  token: TEXTS,
  plants: TEXT,
  'duplicate-ids': TEXT,
  latency: TEXT,
  'failure-rate': TEXT,
  'random-seed': TEXT,
  'max-body-bytes': TEXT,
  'max-requests': TEXT,
  'max-sessions': TEXT,
  'no-control': SWITCH,
  open: SWITCH,
  json: SWITCH,
  quiet: SWITCH,
  version: { ...SWITCH, short: 'v' },
  help: { ...SWITCH, short: 'h' },
} as const

/** Text that is not a number becomes NaN, which the check of the option refuses. */
function toNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

function toLatency(text: string | undefined): MockServerOptions['latency'] {
  const [min = '', max] = text?.split(/(?<=\d)-/) ?? []
  return max === undefined
    ? toNumber(text)
    : [toNumber(min) ?? Number.NaN, toNumber(max) ?? Number.NaN]
}

/** What is wrong with the options, by the names of their flags. */
export const describeProblems = (problems: readonly OptionProblem[]): string =>
  problems
    .map(({ option, pointer, message }) => {
      const ownMessage = FLAG_MESSAGES[option]
      return ownMessage
        ? `${flagOf(option)} ${ownMessage}`
        : `${flagOf(option)}${pointer} ${message}`
    })
    .join('; ')

/** In place of the messages of options that are arrays in code, but not on the command line. */
const FLAG_MESSAGES: Record<string, string> = {
  latency: 'must be a number of milliseconds, or a range such as 100-400',
  accessTokens: 'must be a bearer token: A-Z a-z 0-9 - . _ ~ + / with = at the end',
}

function flagOf(option: string): string {
  if (option === 'accessTokens') return '--token'
  if (option === 'allowedHosts') return '--allowed-host'
  return `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
