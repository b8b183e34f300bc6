// What the console says next to a button that was pressed.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('What an action did is said for eight seconds', async () => {
    await it.open()
    await it.page.clock.install()
    await it.page.clock.pauseAt(Date.now() + 1_000)
    await it.dialog('Settings')
    await it.button('Apply').click()
    const said = it.page.getByText('The settings were changed.')
    await said.waitFor()
    await it.page.clock.runFor(7_900)
    expect(await said.count()).toBe(1)
    await it.page.clock.runFor(200)
    await said.waitFor({ state: 'detached' })
  })
})
