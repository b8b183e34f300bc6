import type { MockState } from '../control/types.ts'
import { type Credential, quote, type SentRequest, toCurl } from '../http/curl.ts'
import { toPowerShell } from '../http/powershell.ts'

/** A command that sends a request. */
interface Command {
  readonly name: string
  /** Where it is pasted. */
  readonly shells: string
  readonly text: string
}

/** The commands that send a request, that of the reader's system first. */
export function toCommands(request: SentRequest, credential: Credential): [Command, Command] {
  const posix = 'bash, zsh, fish or another POSIX shell'
  const curl = { name: 'curl', shells: posix, text: toCurl(request, credential) }
  const text = toPowerShell(request, credential)
  const powerShell = { name: 'PowerShell', shells: 'PowerShell', text }
  return navigator.platform.startsWith('Win') ? [powerShell, curl] : [curl, powerShell]
}

/**
 * The command that starts the server again. It has the options of the server, but not its plants, nor tokens
 * other than the first of the command line. The page's port may be that of a proxy.
 */
export function toRestartCommand(
  { options, basePath }: Pick<MockState, 'options' | 'basePath'>,
  pagePort: string,
  commandLineToken: string = ACCESS_TOKEN,
): string {
  const { accessTokens = 0, allowedHosts = [], latency, plants: _, port, ...others } = options
  const flags: [name: string, value: unknown][] = [
    ['port', port ?? pagePort],
    ['base-path', basePath || undefined],
    ...Array.from({ length: accessTokens }, (_, index): [string, string] => [
      'token',
      index === 0 ? commandLineToken : ACCESS_TOKEN,
    ]),
    ...allowedHosts.map((host): [string, string] => ['allowed-host', host]),
    ['latency', Array.isArray(latency) ? latency.join('-') : latency],
    ...Object.entries(others).map(([name, value]): [string, unknown] => [toFlag(name), value]),
  ]
  const words = flags.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, toWord(String(value))],
  )
  return ['npx plant-store-client mock', ...words].join(' ')
}

export const ACCESS_TOKEN = '<ACCESS_TOKEN>'

/** `failureRate` is `failure-rate` on the command line. */
const toFlag = (option: string) => option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const toWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : quote(text))
