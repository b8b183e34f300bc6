import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { toCurl } from '../http/curl.ts'
import { isLoopback } from '../http/host.ts'
import { toPowerShell } from '../http/powershell.ts'
import { REDACTED } from '../http/redact.ts'
import type { MockServerOptions } from '../server/options.ts'
import type { MockServer, StartedServer } from '../server/start.ts'
import { findUnknownFields } from '../store/plant-problems.ts'
import { DIM, type Paint } from '../terminal/colors.ts'
import { toPrintable } from '../terminal/printable.ts'
import type { Flags } from './flags.ts'

/** Returns the text printed at the start: addresses, changed options, and a command to try. */
export function describeStart(started: StartedServer, flags: Flags, paint: Paint): string {
  const { server, sessions } = started
  const { service } = sessions
  const isReal = service && `It forwards to ${service}: plants that are added are real.`
  const head = [isReal, describeExposure(flags.options)].flatMap(text =>
    text ? [toPrintable(text)] : [],
  )
  const rows = Object.entries(findSet(started, flags)).flatMap(([label, value]) =>
    value ? [`  ${paint(DIM, label.padEnd(LABEL))}${toPrintable(value)}`] : [],
  )
  if (flags.quiet) return [describeAddress(server), ...head].join('\n')
  const { accessTokens: [token = service ? REDACTED : 'token'] = [] } = flags.options
  const blocks = [
    [describeAddress(server), ...head],
    rows,
    ['Try it:', exampleCommand(server.url, token)],
  ]
  const shown = blocks.filter(lines => lines.length > 0)
  return `${shown.map(lines => lines.join('\n')).join('\n\n')}\n`
}

/** The first line. Scripts read the address from it, so it has no colours. */
export const describeAddress = ({ url }: MockServer): string =>
  `The Plant Store mock listens on ${url}`

/** Says what a server exposes to other machines; undefined if only this one can reach it. */
export function describeExposure(options: MockServerOptions): string | undefined {
  const { host, control, accessTokens } = options
  if (host === undefined || isLoopback(host)) return undefined
  const all = host === '0.0.0.0' || host === '::' ? 'every network of this machine' : host
  const token = accessTokens ? ', which shows the access token,' : ''
  const open =
    control === false
      ? 'add plants'
      : `add plants, read every request, and change the mock in its console${token} (see --no-control)`
  return `It listens on ${all}: whoever can reach it can ${open}.`
}

const LABEL = 16

/** Returns the address of the console, and the options that differ from their defaults. */
function findSet(
  { server, sessions }: StartedServer,
  flags: Flags,
): Record<string, string | false | undefined> {
  const { plantsFile, options } = flags
  const { settings, plants } = sessions.default.store.state
  const { accessTokens, allowedHosts, randomSeed } = options
  const [min, max] = settings.latency
  return {
    Console: server.consoleUrl,
    Plants: plantsFile && `${plants.count} from ${plantsFile}${describeIgnored(options.plants)}`,
    Tokens: accessTokens && `${accessTokens.length} accepted`,
    'Duplicate ids': settings.duplicateIds === 'reject' && 'rejected',
    'Unknown fields': settings.unknownFields === 'reject' && 'rejected',
    Latency: max > 0 && `${min === max ? '' : `${min} to `}${max} ms`,
    Failures: settings.failureRate > 0 && `${toPercent(settings.failureRate)}, at random`,
    Seed: randomSeed === undefined ? undefined : `${randomSeed}`,
    Hosts: allowedHosts && `also ${allowedHosts.join(', ')}`,
    Bodies: limit(options.maxBodyBytes, 2 ** 20, 'bytes'),
    Journal: limit(options.maxRequests, 1_000, 'requests'),
    Sessions: limit(options.maxSessions, 1_000, 'named sessions'),
  }
}

/** Names the fields of the file that plants do not have. A typo looks the same. */
function describeIgnored(plants: MockServerOptions['plants'] = []): string {
  const ignored = new Set(plants.flatMap(findUnknownFields))
  return ignored.size > 0 ? `, ignored ${[...ignored].slice(0, 10).join(', ')}` : ''
}

const limit = (value: number | undefined, byDefault: number, unit: string) =>
  value !== undefined && value !== byDefault && `at most ${value} ${unit}`

/** Drops the digits that binary fractions add: 0.07 is 7 %. */
const toPercent = (share: number) => `${Number((share * 100).toPrecision(12))} %`

/** Returns a command that adds the example of the description. On Windows, no shell reads the quotes of curl's. */
const exampleCommand = (url: string, token: string): string =>
  (process.platform === 'win32' ? toPowerShell : toCurl)({
    method,
    url: url + path,
    headers: { authorization: `Bearer ${token}`, 'content-type': requestMediaType },
    body: requestExample,
  })
