import { spawn } from 'node:child_process'

/**
 * Opens a URL in the user's browser: `$BROWSER` with `$BROWSER_ARGS`, as Vite does, or the browser of the system.
 * `BROWSER=none` opens none.
 */
export function openBrowser(url: string, warn: (text: string) => void): void {
  const { BROWSER: browser = '', BROWSER_ARGS: browserArgs = '' } = process.env
  if (browser.toLowerCase() === 'none') return
  const [program, ...args] = findCommand(browser, browserArgs.split(' ').filter(Boolean), url)
  const fail = (reason: string) => warn(`Cannot open a browser: ${reason}. Open ${url} yourself`)
  try {
    spawn(program, args, { stdio: 'ignore', detached: true })
      .on('error', ({ message }) => fail(message))
      .on('exit', code => code && fail(`${browser || program} ended with ${code}`))
      .unref()
  } catch (error) {
    // Node emits five codes, and throws the others at once:
    // https://github.com/nodejs/node/blob/v24.21.0/lib/internal/child_process.js
    fail((error as Error).message)
  }
}

type Command = [program: string, ...args: string[]]

/** None of the programs is a shell, so nothing in the URL is run. */
function findCommand(browser: string, args: readonly string[], url: string): Command {
  if (/\.[cm]?js$/i.test(browser)) return [process.execPath, browser, ...args, url]
  switch (process.platform) {
    case 'darwin':
      return browser ? ['open', '-a', browser, url, '--args', ...args] : ['open', url]
    case 'win32':
      return browser ? [browser, ...args, url] : ['rundll32', 'url.dll,FileProtocolHandler', url]
    default:
      return browser ? [browser, ...args, url] : ['xdg-open', url]
  }
}
