// The plants that the console lists.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('Plants that could not be loaded are asked for again', async () => {
    await it.open()
    await it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.newest().waitFor()
    let asked = 0
    await it.page.route('**/plants?*', route => (++asked === 1 ? route.abort() : route.continue()))
    await it.tab('Plants')
    await it.plants().filter({ hasText: 'Hoya' }).waitFor()
    expect(asked).toBe(2)
  })
})
