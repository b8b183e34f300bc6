import type { MockServer } from '../server/start.ts'
import { INTERNALS } from '../store/store.ts'
import { DIM, type Paint } from '../terminal/colors.ts'
import { toPrintable } from '../verify/printable.ts'
import { exampleCommand } from './example-command.ts'
import { describeExposure } from './exposure.ts'
import type { Flags } from './flags.ts'

/** What is printed at the start: the addresses, what is in force, and a command to try. */
export function describeStart(server: MockServer, flags: Flags, paint: Paint): string {
  const rows = Object.entries(inForce(server, flags)).map(
    ([label, value]) => `  ${paint(DIM, label.padEnd(LABEL))}${value}`,
  )
  const warning = describeExposure(flags.options)
  return [
    describeAddress(server),
    ...(warning === undefined ? [] : [toPrintable(warning)]),
    '',
    ...rows,
    '',
    'Try it:',
    exampleCommand(server.url, !flags.options.accessTokens),
    '',
  ].join('\n')
}

/** The first line. Scripts find the address in it, so it has no colours. */
export const describeAddress = ({ url }: MockServer): string =>
  `The Plant Store mock listens on ${url}`

const LABEL = 12

function inForce(server: MockServer, { options, plantsFile }: Flags): Record<string, string> {
  const { settings, plants } = server.store[INTERNALS]
  const [min, max] = settings.latency
  const tokens = options.accessTokens?.length
  return {
    Client: `baseUrl: '${server.url}'`,
    Console: server.consoleUrl ?? 'off (--no-control)',
    Plants: plantsFile === undefined ? 'none yet' : `${plants.length} from ${plantsFile}`,
    Tokens: tokens === undefined ? 'any bearer token' : `${tokens} accepted`,
    Duplicates: options.duplicateIds === 'reject' ? 'rejected' : 'accepted',
    Latency: max === 0 ? 'none' : `${min === max ? '' : `${min} to `}${max} ms`,
    Failures: settings.failureRate === 0 ? 'none' : `${toPercent(settings.failureRate)}, by chance`,
    Sessions: `up to ${options.maxSessions ?? 1_000}, such as ${sessionUrl(server, 'NAME')}`,
    ...(options.randomSeed !== undefined && { Seed: `${options.randomSeed}` }),
  }
}

/** The base address of a session. */
function sessionUrl({ url }: MockServer, name: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}/~${name}${pathname.replace(/\/$/, '')}`
}

/** Without the digits that binary fractions add: 0.07 is 7 %. */
const toPercent = (share: number) => `${Number((share * 100).toPrecision(12))} %`
