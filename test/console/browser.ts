import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Where a Chromium is, if there is one: at CHROMIUM_PATH, or where distributions put it. */
export const chromiumPath: string | undefined = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== '' && existsSync(path))

/** Why the tests that need a browser are skipped; where CI is true they must not be. */
export const skipped: string | undefined = chromiumPath
  ? undefined
  : 'Skipped: no Chromium is found; install one, or name it in CHROMIUM_PATH'

if (skipped && process.env.CI !== 'true') console.warn(skipped)

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

/** What axe finds wrong with a page: the rule, and where. */
export async function violations(page: Page): Promise<string[][]> {
  // Through the protocol, which the page's own policy does not bind.
  await page.evaluate(axe.source)
  const found = await page.evaluate('axe.run()')
  const { violations } = found as axe.AxeResults
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}
