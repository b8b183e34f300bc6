import type { MockState } from '../control/types.ts'
import { type CommandRequest, type Credential, quote, toCurl } from '../http/curl.ts'
import { toPowerShell } from '../http/powershell.ts'

type Command = readonly [name: string, shells: string, text: string]

/** The commands that send a request, that of the reader's system first. */
export function toCommands(request: CommandRequest, credential: Credential): [Command, Command] {
  const posix = 'bash, zsh, fish or another POSIX shell'
  const curl: Command = ['curl', posix, toCurl(request, credential)]
  const powerShell: Command = ['PowerShell', 'PowerShell', toPowerShell(request, credential)]
  return navigator.platform.startsWith('Win') ? [powerShell, curl] : [curl, powerShell]
}

/** The command that starts a mock again. Of its tokens the page knows the first, if it is of the command line. */
export function toRestartCommand(
  { options, basePath }: Pick<MockState, 'options' | 'basePath'>,
  token: string = OTHER,
): string {
  const { accessTokens = 0, allowedHosts = [], plants: _, latency, ...others } = options
  const flags: (readonly [name: string, value: unknown])[] = [
    ...Object.entries({ ...others, basePath, latency: [latency ?? []].flat().join('-') }),
    ...allowedHosts.map(host => ['allowed-host', host] as const),
    ...[token, ...Array<string>(accessTokens).fill(OTHER)]
      .slice(0, accessTokens)
      .map(token => ['token', token] as const),
  ]
  const words = flags
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `--${toFlag(name)} ${toWord(String(value))}`)
  return ['npx plant-store-client mock', ...words].join(' ')
}

/** Stands for a token that the page does not know. */
const OTHER = '<ACCESS_TOKEN>'

/** `failureRate` is `failure-rate` on the command line. */
const toFlag = (option: string) => option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const toWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : quote(text))
