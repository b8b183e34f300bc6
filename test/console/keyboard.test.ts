// The console without a mouse, and for a screen reader.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const press = (key: string) => it.page.keyboard.press(key)
  /** The id of what has the focus, or its text. */
  const focused = () =>
    it.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

  test('The first tab stop leads to the requests', async () => {
    await it.open()
    await press('Tab')
    expect(await focused()).toBe('Skip to the requests')
    await press('Enter')
    await expect.poll(focused).toBe('log-title')
  })

  test('The list is one tab stop, and the arrow keys move in it', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Monstera"}`)
    await it.rows().nth(2).waitFor()
    expect(await it.page.locator('.row[tabindex="0"]').count()).toBe(1)
    await it.page.locator('.row[tabindex="0"]').focus()
    expect(await focused()).toContain('"id":3')
    await press('ArrowDown')
    expect(await focused()).toContain('"id":2')
    await press('End')
    expect(await focused()).toContain('"id":1')
    await press('ArrowDown')
    expect(await focused()).toContain('"id":1')
    await press('Home')
    await press('ArrowRight')
    await it
      .rows()
      .first()
      .getByRole('heading', { name: /^Response/ })
      .waitFor()
    await press('ArrowLeft')
    await it
      .rows()
      .first()
      .getByRole('heading', { name: /^Response/ })
      .waitFor({ state: 'hidden' })
    await press('Enter')
    await it
      .rows()
      .first()
      .getByRole('heading', { name: /^Response/ })
      .waitFor()
    expect(await it.page.locator('.row[tabindex="0"]').count()).toBe(1)
  })

  test('The down arrow leads from the search into the list', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.rows().first().waitFor()
    await it.page.getByRole('searchbox').press('ArrowDown')
    expect(await focused()).toContain('Hoya')
  })

  test('The focus stays where it is when requests arrive', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.rows().first().waitFor()
    await it.page.locator('.row[tabindex="0"]').focus()
    await it.post('{"id":2,"name":"Hoya"}')
    await it.rows().nth(1).waitFor()
    expect(await focused()).toContain('"id":1')
    const hold = it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 3, name: 'Calathea' })
    await hold.arrived
    await it.button('Release request 3').focus()
    await press('Enter')
    await answer
    await it.rows().nth(2).waitFor()
    await expect.poll(focused).toContain('Calathea')
  })

  test('Single keys search, pause, reset and list themselves, and can be turned off', async () => {
    await it.open()
    await press('/')
    expect(await focused()).toBe('search')
    await it.page.keyboard.type('/pr?')
    expect(await it.page.getByRole('searchbox').inputValue()).toBe('/pr?')
    await it.page.locator('#log-title').focus()
    await press('p')
    await it.button('Resume').waitFor()
    await press('p')
    await it.button('Pause').waitFor()
    await press('r')
    await it.status('The mock was reset.')
    await press('?')
    const dialog = it.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await dialog.getByLabel('Use the single-key shortcuts').uncheck()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await press('p')
    expect(await it.button('Pause').count()).toBe(1)
    await it.page.reload()
    await it.status('Live')
    await press('p')
    expect(await it.button('Pause').count()).toBe(1)
  })

  test('Tabs are one tab stop too', async () => {
    await it.open()
    await it.page.getByRole('tab', { name: 'Fail' }).focus()
    await press('ArrowRight')
    expect(await focused()).toBe('send-tab')
    await it.page.getByRole('tabpanel', { name: 'Send' }).waitFor()
    await press('End')
    await it.page.getByRole('tabpanel', { name: 'Settings' }).waitFor()
    await press('ArrowRight')
    expect(await focused()).toBe('fail-tab')
    await press('ArrowLeft')
    expect(await focused()).toBe('settings-tab')
  })

  test('A tool is reached and used by keyboard alone', async () => {
    await it.open()
    await it.page.getByRole('tab', { name: 'Settings' }).focus()
    await press('Enter')
    await press('Home')
    for (const _ of ['times', 'always', 'fold', '400', '401']) await press('Tab')
    await press('Space')
    await it.status('The next request gets status 401.')
  })
})
