import { join } from 'node:path'
import { skipped } from '../browser.ts'
import { openPage } from '../browser-page.ts'
import type { Page } from './page.ts'
import { equal, held, without } from './result.ts'
import type { Runtime } from './runtime.ts'

declare const page: Page

/** The Chromium of this machine, with a page of the suite. */
export const chromium = (packages: string[]): Runtime => ({
  packages,
  entries: ['page.ts'],
  missing: skipped,
  async prove(folder, live) {
    const opened = await openPage(join(folder, 'page.mjs'))
    const errors: Error[] = []
    opened.page.on('pageerror', error => errors.push(error))
    try {
      const results = await opened.page.evaluate(live => page.prove(live), live)
      return {
        version: opened.page.context().browser()?.version() ?? '',
        results: [
          ...results,
          await held('client', 'no error reaches the page', () => equal(errors.map(String), [])),
          without('socket', 'a page cannot listen'),
          without('app', 'a page cannot listen'),
          without('bin', 'a page has no command line'),
        ],
      }
    } finally {
      await opened.close()
    }
  },
})
