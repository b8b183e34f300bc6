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
  const options: MockServerOptions = {
    port: toNumber(values.port),
    host: values.host,
    allowedHosts: values['allowed-host'],
    basePath: values['base-path'],
    accessTokens: values.token,
    duplicateIds: values['duplicate-ids'] as MockServerOptions['duplicateIds'],
    unknownFields: values['unknown-fields'] as MockServerOptions['unknownFields'],
    latency: toLatency(values.latency),
    failureRate: toNumber(values['failure-rate']),
    randomSeed: toNumber(values['random-seed']),
    maxBodyBytes: toNumber(values['max-body-bytes']),
    maxRequests: toNumber(values['max-requests']),
    maxSessions: toNumber(values['max-sessions']),
    control: !values['no-control'],
  }
  // Help and version need no file.
  if (plantsFile !== undefined && !help && !version)
    options.plants = readPlantsFile(plantsFile, options.unknownFields)
  return { json, quiet, version, help, open, plantsFile, options }
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
  'unknown-fields': TEXT,
  latency: TEXT,
  'failure-rate': TEXT,
  'random-seed': TEXT,
  'no-control': SWITCH,
  open: SWITCH,
  json: SWITCH,
  quiet: SWITCH,
  version: { ...SWITCH, short: 'v' },
  help: { ...SWITCH, short: 'h' },
  'max-body-bytes': TEXT,
  'max-requests': TEXT,
  'max-sessions': TEXT,
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

/** Describes problems by the names of their flags. */
export const describeProblems = (problems: readonly OptionProblem[]): string =>
  problems
    .map(({ option, pointer, message }) => {
      const ownMessage = FLAG_MESSAGES[option]
      return ownMessage
        ? `${flagOf(option)} ${ownMessage}`
        : `${flagOf(option)}${pointer} ${message}`
    })
    .join('; ')

/** Replaces the messages of options that are arrays in code, but not on the command line. */
const FLAG_MESSAGES: Record<string, string> = {
  latency: 'must be a number of milliseconds, or a range such as 100-400',
  accessTokens: 'must be a bearer token: A-Z a-z 0-9 - . _ ~ + / with = at the end',
}

function flagOf(option: string): string {
  if (option === 'accessTokens') return '--token'
  if (option === 'allowedHosts') return '--allowed-host'
  return `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
