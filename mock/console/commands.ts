import { type Credential, type SentRequest, toCurl } from '../http/curl.ts'
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
