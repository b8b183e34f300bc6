// Several consoles in one browser, and the same button twice.

import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signal } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { show } from './reader.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('Of eight consoles the one that is seen acts at once, though a browser has six connections', async () => {
    await it.open()
    for (let tab = 0; tab < 7; tab++) {
      await show(it.page, false)
      const page = await it.page.context().newPage()
      await page.goto(it.consoleUrl)
      await page.getByText('Live').waitFor()
      it.page = page
    }
    await it.button('503').click()
    await it.scheduled().first().waitFor()
  })

  test('A hidden console asks for nothing, and is up to date as soon as it is seen', async () => {
    const open = new Set<Request>()
    await it.open()
    it.page.on('request', request => open.add(request))
    it.page.on('requestfinished', request => open.delete(request))
    it.page.on('requestfailed', request => open.delete(request))
    await it.post('{"id":1}')
    await it.rows().first().waitFor()
    await expect.poll(() => open.size).toBe(1)
    const asked: string[] = []
    await show(it.page, false)
    await expect.poll(() => open.size).toBe(0) // its connection is free
    it.page.on('request', request => asked.push(request.url()))
    for (const id of [2, 3, 4]) await it.post(`{"id":${id},"name":"Hoya"}`)
    expect(await it.rows().count()).toBe(1)
    expect(asked).toEqual([])
    await show(it.page, true)
    await it.rows().nth(3).waitFor()
    await it.tab('Plants')
    await it.plants().nth(2).waitFor()
    expect(await it.page.getByText('Reconnecting…').count()).toBe(0)
    // And it follows again.
    await it.post('{"id":5,"name":"Hoya"}')
    await it.rows().nth(4).waitFor()
  })

  test('What the mock has dropped while a console was hidden stands as a line in its place, and what Clear takes is what the mock has', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.row(3).waitFor()
    await it.row(3).getByRole('link').focus()
    await show(it.page, false)
    const send = () => it.server.store.fetch('http://a.test/plants')
    for (let sent = 0; sent < 2_000; sent += 100)
      await Promise.all(Array.from({ length: 100 }, send))
    await show(it.page, true)
    await it.button(/^9\d\d new ↓$/).waitFor()
    const lines = (await it.list().allInnerTexts()).map(text => text.split('\n')[0])
    expect(lines.slice(0, 6)).toEqual([
      expect.stringMatching(
        /^The mock has 1,000 of 2,003 requests, and this page 3 more\. The mock was started at/,
      ),
      '#1',
      '#2',
      '#3',
      '1,000 requests are not kept.',
      '#1004',
    ])
    await it.button('Clear').click()
    await it.see(
      '1,000 requests will be gone, for everybody who uses this session. This page loses 3 more, which the mock does not have.',
    )
  })

  test('A button that is clicked twice acts once, until its request has ended', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    const sent: string[] = []
    let [gone, go] = signal()
    await it.page.route(/\/(failures|holds|settings|plants)/, async route => {
      sent.push(route.request().url())
      await gone
      await route.continue()
    })
    const clickTwice = async (button: string, scope = it.page.locator('body')) => {
      sent.length = 0
      ;[gone, go] = signal()
      const found = scope.getByRole('button', { name: button, exact: true })
      await found.dblclick()
      await expect.poll(() => sent.length, { message: button }).toBe(1)
      expect(await found.isDisabled(), button).toBe(true)
      await found.click({ force: true })
      go()
      await expect.poll(() => found.isDisabled(), { message: button }).toBe(false)
      expect(sent, button).toHaveLength(1)
    }
    await clickTwice('Apply', await it.dialog('Settings'))
    await it.page.keyboard.press('Escape')
    await clickTwice('Answer the next one like this')
    await it.tab('Next')
    for (const button of ['503', 'No answer', 'Hold']) await clickTwice(button)
    // What it makes is opened, and the dialog is gone.
    sent.length = 0
    await (await it.dialog('Send')).getByRole('button', { name: 'Send' }).dblclick()
    go()
    await it.detail().waitFor()
    expect(sent).toHaveLength(1)
  })

  test('Three quick clicks on the button 503 schedule three failures, and on Hold three holds', async () => {
    await it.open()
    for (const [index, name] of ['503', 'Hold'].entries()) {
      const { x = 0, y = 0 } = (await it.button(name).boundingBox()) ?? {}
      for (const clickCount of [1, 2, 3]) {
        await it.page.mouse.move(x + 5, y + 5)
        await it.page.mouse.down({ clickCount })
        await it.page.mouse.up({ clickCount })
        // A click while the one before is on its way is ignored.
        await it.button(name).and(it.page.locator(':not([aria-disabled])')).waitFor()
      }
      await expect.poll(() => it.scheduled().count()).toBe(3 + 3 * index)
    }
  })

  test('A double click removes, releases, clears, resets and ends once, and hits nothing that moved there', async () => {
    await it.open()
    const { store } = it.server
    const sent: string[] = []
    it.page.on('request', request => {
      if (request.method() === 'GET') return
      sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[^/]*\d.*/, '')}`)
    })
    const expectOnce = async (what: string) => {
      await expect.poll(() => sent).toEqual([what])
      // A request of the second click would be sent by now, since this button is pressed after it.
      await it.dialog('Settings')
      await it.button('Apply').click()
      await it.page.getByText('The settings were changed.').first().waitFor()
      await it.page.keyboard.press('Escape')
      expect(sent.splice(0)).toEqual([what, 'PUT /__mock/settings'])
      expect(await it.page.locator('.message[data-tone=bad]').count()).toBe(0)
    }
    /** With the time of a hand between the clicks. */
    const doubleClick = async (button: string) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await it.button(button).boundingBox()) ?? {}
      const { mouse } = it.page
      await mouse.move(x + width / 2, y + height / 2)
      await mouse.down()
      await mouse.up()
      await it.page.waitForTimeout(150)
      await mouse.down({ clickCount: 2 })
      await mouse.up({ clickCount: 2 })
    }
    store.failNext({ status: 503 })
    store.failNext({ status: 503 }, { skip: 1 })
    await it.scheduled().nth(1).waitFor()
    await doubleClick('Remove: Status 503: the next request.')
    await expectOnce('DELETE /__mock/failures/')
    await expect.poll(() => it.scheduled().count()).toBe(1)
    store.clearFailures()
    for (const id of [1, 2]) {
      store.holdNext()
      void it.client().addPlant({ id, name: 'Hoya' })
      await it.button(`Release request ${id}`).waitFor()
    }
    await doubleClick('Release request 1')
    await expectOnce('POST /__mock/holds/')
    await expect.poll(() => it.held().count()).toBe(1)
    await it.button('Release request 2').click()
    await it.held().waitFor({ state: 'hidden' })
    sent.length = 0
    await it.dialog('Clear')
    await doubleClick('Clear the log')
    await expectOnce('DELETE /__mock/requests')
    await it.menu('Reset')
    await doubleClick('Reset the mock')
    await expectOnce('POST /__mock/reset')
    await it.button('Menu').click()
    await doubleClick('Reset') // with nothing to lose
    await expectOnce('POST /__mock/reset')
    for (const name of ['a', 'b']) it.server.session(name)
    await it.dialog('Default session')
    await it.button('End the session a').click()
    await doubleClick('End the session')
    await it.status('The session a was ended.')
    expect(sent).toEqual(['DELETE /__mock/sessions/~a'])
    expect(it.server.sessions).toEqual(['b'])
  })
})
