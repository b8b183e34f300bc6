import { type CommandRequest, type Credential, toCurl } from '../../http/curl.ts'
import { toPowerShell } from '../../http/powershell.ts'

type Command = readonly [name: string, shells: string, text: string]

/** The commands that send a request, that of the reader's system first. */
export function toCommands(request: CommandRequest, credential: Credential): [Command, Command] {
  const posix = 'bash, zsh, fish or another POSIX shell'
  const curl: Command = ['curl', posix, toCurl(request, credential)]
  const powerShell: Command = ['PowerShell', 'PowerShell', toPowerShell(request, credential)]
  return navigator.platform.startsWith('Win') ? [powerShell, curl] : [curl, powerShell]
}
