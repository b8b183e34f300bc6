import { parseArgs } from 'node:util'
import type { MockServerOptions } from '../server/options.ts'
import type { OptionProblem } from '../store/check-options.ts'
import { checkUsage } from '../terminal/usage-error.ts'
import { readPlantsFile } from './plants-file.ts'

/** The parsed command line. */
export interface Flags {
  options: MockServerOptions
  /** The file that holds the plants of the options. */
  plantsFile: string | undefined
  open: boolean
  json: boolean
  quiet: boolean
  version: boolean
  help: boolean
}

/** Throws a `TypeError` for wrong flags, and a `PlantsFileError` for a wrong file. */
export function parseFlags(args: readonly string[]): Flags {
  const values = parseValues(args)
  const { json, quiet, version, help, open, plants: plantsFile } = values
  if (open && values['no-control'])
    throw new TypeError('--open needs the console, which --no-control turns off')
  const given = Object.entries(OPTIONS).map(([flag, { option, parse }]) => {
    const value = values[flag as keyof typeof OPTIONS]
    return [option, typeof value === 'string' ? parse(value) : value]
  })
  // The server checks them.
  const options: MockServerOptions = {
    ...Object.fromEntries(given),
    control: !values['no-control'],
  }
  if (plantsFile === '') throw new TypeError('--plants must be the path of a JSON file')
  // Help and version need no file.
  if (plantsFile !== undefined && !help && !version)
    options.plants = readPlantsFile(plantsFile, options.unknownFields)
  return { json, quiet, version, help, open, plantsFile, options }
}

/** A flag that sets an option of the server. */
interface OptionFlag {
  readonly type: 'string'
  readonly multiple?: boolean
  readonly option: keyof MockServerOptions
  parse(text: string): unknown
}

const toText = (text: string) => text

const OPTIONS = {
  port: { type: 'string', option: 'port', parse: toNumber },
  host: { type: 'string', option: 'host', parse: toText },
  'allowed-host': { type: 'string', multiple: true, option: 'allowedHosts', parse: toText },
  'base-path': { type: 'string', option: 'basePath', parse: toText },
  forward: { type: 'string', option: 'forward', parse: toText },
  token: { type: 'string', multiple: true, option: 'accessTokens', parse: toText },
  'duplicate-ids': { type: 'string', option: 'duplicateIds', parse: toText },
  'unknown-fields': { type: 'string', option: 'unknownFields', parse: toText },
  latency: { type: 'string', option: 'latency', parse: toLatency },
  'failure-rate': { type: 'string', option: 'failureRate', parse: toNumber },
  'random-seed': { type: 'string', option: 'randomSeed', parse: toNumber },
  'max-body-bytes': { type: 'string', option: 'maxBodyBytes', parse: toNumber },
  'max-requests': { type: 'string', option: 'maxRequests', parse: toNumber },
  'max-sessions': { type: 'string', option: 'maxSessions', parse: toNumber },
} as const satisfies Record<string, OptionFlag>

const SWITCH = { type: 'boolean', default: false } as const

const FLAGS = {
  ...OPTIONS,
  plants: { type: 'string' },
  'no-control': SWITCH,
  open: SWITCH,
  json: SWITCH,
  quiet: SWITCH,
  version: { ...SWITCH, short: 'v' },
  help: { ...SWITCH, short: 'h' },
} as const

function parseValues(args: readonly string[]) {
  // A leading argument is the mistake, not the options that follow it.
  if (args[0] && !args[0].startsWith('-')) throw unexpectedArgument(args, 0)
  checkUsage(args, FLAGS)
  const config = { args: [...args], options: FLAGS, allowPositionals: true, tokens: true } as const
  const { values, tokens } = parseArgs(config)
  const argument = tokens.find(({ kind }) => kind === 'positional')
  if (argument) throw unexpectedArgument(args, argument.index)
  return values
}

/** The mock takes only options. Suggests what the argument at `index` was probably meant to be. */
function unexpectedArgument(args: readonly string[], index: number): TypeError {
  const argument = args[index] ?? ''
  // It may be a second token, and tokens are not printed.
  if (args[index - 2] === '--token' || args[index - 1]?.startsWith('--token='))
    return new TypeError('Unexpected argument after --token: give --token once for each token')
  const shown = argument.slice(0, MAX_CHARS)
  const meant = guessOption(shown)
  return new TypeError(`Unexpected argument '${shown}'${meant ? `: did you mean ${meant}?` : ''}`)
}

const MAX_CHARS = 100

/** Guesses the option that a bare argument was meant for. */
export function guessOption(argument: string): string | undefined {
  if (/\.json$/i.test(argument)) return `--plants ${argument}`
  if (/^\d+$/.test(argument)) return `--port ${argument}`
  return undefined
}

/** Text that is not a number becomes NaN, which the option's check refuses. */
function toNumber(text: string): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

function toLatency(text: string): MockServerOptions['latency'] {
  const [min = '', max] = text.split(/(?<=\d)-/)
  return max === undefined ? toNumber(text) : [toNumber(min), toNumber(max)]
}

/** Describes problems by the names of their flags. */
export const describeProblems = (problems: readonly OptionProblem[]): string =>
  problems
    .map(({ option, pointer, message }) => {
      // A message that an option has no effect says so of its flag, too.
      const ownMessage = message.startsWith('must') ? FLAG_MESSAGES[option] : undefined
      return ownMessage
        ? `${flagOf(option)} ${ownMessage}`
        : `${flagOf(option)}${pointer} ${message}`
    })
    .join('; ')

/** Replaces the messages of options that are arrays in code, but not on the command line. */
const FLAG_MESSAGES: Record<string, string> = {
  latency: 'must be a number of milliseconds, or a range such as 100-400',
  allowedHosts: 'must be a name such as mock or .example.com, without scheme, path and *',
  accessTokens: 'must be a bearer token: A-Z a-z 0-9 - . _ ~ + / with = at the end',
}

function flagOf(option: string): string {
  const [flag = option] = Object.entries(OPTIONS).find(([, each]) => each.option === option) ?? []
  return `--${flag}`
}
