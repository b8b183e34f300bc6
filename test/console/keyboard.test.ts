// The console without a mouse, and for a screen reader.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const press = (key: string) => it.page.keyboard.press(key)
  const focused = () => it.page.evaluate(() => document.activeElement?.textContent)
  const tabStop = () => it.rows().locator('a[tabindex="0"]')

  test('The list is one tab stop, the arrow keys move in it, and an open detail follows', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Monstera"}`)
    await it.rows().nth(2).waitFor()
    expect(await tabStop().count()).toBe(1)
    await tabStop().focus()
    expect(await focused()).toContain('#3')
    await press('ArrowDown')
    expect(await focused()).toContain('#2')
    await press('End')
    expect(await focused()).toContain('#1')
    await press('ArrowDown')
    expect(await focused()).toContain('#1')
    await press('Home')
    await press('Enter')
    await it.detail().getByText('request #3').waitFor()
    await press('ArrowDown')
    await it.detail().getByText('request #2').waitFor()
    expect(await focused()).toContain('#2')
    await press('Escape')
    await it.detail().waitFor({ state: 'hidden' })
    expect(await focused()).toContain('#2')
    expect(await tabStop().count()).toBe(1)
  })

  test('Escape closes the detail from within, and the focus goes back to its row', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.rows().first().waitFor()
    await tabStop().focus()
    await press('Enter')
    await it.button('Repeat').focus()
    await press('Escape')
    await it.detail().waitFor({ state: 'hidden' })
    await expect.poll(focused).toContain('Hoya')
  })

  test('Escape closes a dialog of the detail, not the detail', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.dialog('Edit and send')
    await press('Escape')
    await it.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await it.detail().isVisible()).toBe(true)
    await expect.poll(focused).toBe('Edit and send')
  })

  test('On a phone the focus goes to the detail, and back to its row', async () => {
    await it.open({ viewport: { width: 390, height: 844 } })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.rows().first().waitFor()
    await tabStop().focus()
    await press('Enter')
    await expect.poll(focused).toBe('POST /plants')
    await press('Escape')
    await expect.poll(focused).toContain('Hoya')
  })

  test('The down arrow leads from the search into the list', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.rows().first().waitFor()
    await it.page.getByRole('searchbox', { name: 'Search the requests' }).press('ArrowDown')
    expect(await focused()).toContain('Hoya')
  })

  test('The focus stays where it is when requests arrive', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.rows().first().waitFor()
    await press('Tab')
    await tabStop().focus()
    await it.post('{"id":2,"name":"Hoya"}')
    await it.button('↑ 1 new').waitFor()
    expect(await focused()).toContain('#1')
  })

  test('A failure is scheduled by keyboard alone', async () => {
    await it.open()
    await it.page.getByLabel('Fail the next').focus()
    for (const _ of ['or all', 'after letting', '400', '401']) await press('Tab')
    await press('Space')
    await it.see(/^The next request gets status 401 \(WWW-Authenticate: Bearer realm/)
  })

  test('j, k and / do what the arrows and the pointer do, and ? tells of them', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Monstera"}`)
    await it.rows().nth(2).waitFor()
    await press('j')
    expect(await focused()).toContain('#3')
    await press('j')
    expect(await focused()).toContain('#2')
    await press('k')
    expect(await focused()).toContain('#3')
    await press('Enter')
    await it.detail().getByText('request #3').waitFor()
    // From wherever the focus is, the open request is where they begin.
    await it.button('Settings').focus()
    await press('j')
    await it.detail().getByText('request #2').waitFor()
    await press('/')
    const search = it.page.getByRole('searchbox', { name: 'Search the requests' })
    await search.and(it.page.locator(':focus')).waitFor()
    await it.page.keyboard.type('jk?/')
    expect(await search.inputValue()).toBe('jk?/')
    await press('Escape')
    await it.button('Settings').focus()
    await press('Shift+?')
    const dialog = it.page.getByRole('dialog', { name: 'Keys' })
    for (const [key, does] of [
      ['/', 'Search the requests'],
      ['j or ↓', 'The next request'],
      ['k or ↑', 'The previous request'],
    ] as const)
      await dialog.locator('dl > div', { hasText: key }).getByText(does).waitFor()
    // Keys of one character can be turned off (WCAG 2.1.4), for good.
    await dialog.getByRole('checkbox').uncheck()
    await press('Escape')
    await it.page.reload()
    await it.status('Live')
    await press('/')
    await press('Shift+?')
    expect(await it.page.locator('input:focus').count()).toBe(0)
    expect(await dialog.count()).toBe(0)
    await it.button('Keys').click()
    await dialog.getByRole('checkbox').check()
    await press('Escape')
    await press('/')
    await search.and(it.page.locator(':focus')).waitFor()
  })

  test('On a phone the keys of the list do nothing where it is not seen', async () => {
    const part = (name: RegExp) =>
      it.page.getByRole('navigation').getByRole('button', { name }).click()
    await it.open({ viewport: { width: 390, height: 844 } })
    for (const id of [1, 2, 3]) await it.client().addPlant({ id, name: 'Hoya' })
    await it.rows().nth(2).waitFor()
    await it.select()
    await it.detail().getByText('request #3').waitFor()
    await it.page.keyboard.press('j')
    await it.detail().getByText('request #2').waitFor()
    await part(/^Plants/)
    await it.page.keyboard.press('j')
    expect(await it.page.getByRole('region', { name: 'Plants' }).isVisible()).toBe(true)
    await part(/^Requests/)
    await it.detail().getByText('request #2').waitFor()
  })

  test('A dialog gives the focus back to its button', async () => {
    await it.open()
    await it.button('Settings').focus()
    await press('Enter')
    await it.page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await press('Escape')
    await expect.poll(focused).toBe('Settings')
  })
})
