import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where a Chromium is, if there is one: at CHROMIUM_PATH, or where systems put it. */
export const chromiumPath: string | undefined = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find(path => path !== '' && existsSync(path))

/** Why what needs a browser is skipped; where CI is true it must not be. */
export const skipped: string | undefined =
  chromiumPath || process.env.CI === 'true'
    ? undefined
    : 'Skipped: no Chromium is found; install one, or name it in CHROMIUM_PATH'

if (skipped) console.warn(skipped)

/** Starts a browser that asks nobody for anything by itself. */
export function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error('No Chromium is found, and CI must have one')
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
