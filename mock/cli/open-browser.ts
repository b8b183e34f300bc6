import { spawn } from 'node:child_process'

/** The program of each platform that opens a URL. None is a shell, so that nothing in the URL is run. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a URL in the user's browser. Calls `onError` if that fails. */
export function openBrowser(url: string, onError: (message: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const fail = (reason: string) => onError(`Cannot open a browser: ${reason}. Open ${url} yourself`)
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', ({ message }) => fail(message))
    .on('exit', code => code && fail(`${program} ended with ${code}`))
    .unref()
}
