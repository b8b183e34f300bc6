import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The path of Chromium, if there is one: CHROMIUM_PATH, or the usual places. */
export const chromiumPath: string | undefined = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium-headless-shell', // takes half the time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(path => path !== '' && existsSync(path))

/** Why tests with a browser are skipped; with CI=true they fail instead. */
export const skipped: string | undefined =
  chromiumPath || process.env.CI === 'true'
    ? undefined
    : 'Skipped: there is no Chromium; install it, or set CHROMIUM_PATH'

if (skipped) console.warn(skipped)

/** Starts a browser that sends no requests of its own. */
export function startBrowser(...args: string[]): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium, which CI requires')
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })
}
