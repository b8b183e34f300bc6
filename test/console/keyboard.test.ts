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
    await press('ArrowUp')
    expect(await focused()).toContain('#2')
    await press('Home')
    expect(await focused()).toContain('#1')
    await press('ArrowUp')
    expect(await focused()).toContain('#1')
    await press('End')
    await press('Enter')
    await it.detail().getByText('request #3').waitFor()
    await press('ArrowUp')
    await it.detail().getByText('request #2').waitFor()
    expect(await focused()).toContain('#2')
    await press('Escape')
    await it.detail().waitFor({ state: 'hidden' })
    expect(await focused()).toContain('#2')
    expect(await tabStop().count()).toBe(1)
  })

  test('Escape closes a dialog, then the detail, and the focus goes back to what opened each', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    await tabStop().focus()
    await press('Enter')
    await it.dialog('Edit and send')
    await press('Escape')
    await it.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await it.detail().isVisible()).toBe(true)
    await expect.poll(focused).toBe('Edit and send')
    await press('Escape')
    await it.detail().waitFor({ state: 'hidden' })
    await expect.poll(focused).toContain('Hoya')
  })

  test('On a phone the focus goes to the detail, and back to its row', async () => {
    await it.open({ viewport: { width: 390, height: 844 } })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    await tabStop().focus()
    await press('Enter')
    await expect.poll(focused).toBe('POST /plants')
    await press('Escape')
    await expect.poll(focused).toContain('Hoya')
  })

  test('The down arrow leads from the search into the list, where the focus stays when requests arrive', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    await it.search().press('ArrowDown')
    expect(await focused()).toContain('#1')
    await it.post('{"id":2,"name":"Hoya"}')
    await it.rows().nth(1).waitFor()
    expect(await focused()).toContain('#1')
  })

  test('Ctrl+Enter in a body sends it, and Enter begins a new line', async () => {
    await it.open()
    const dialog = await it.dialog('Send')
    const body = dialog.getByLabel(/^Body of/)
    await body.fill('two')
    await body.press('End')
    await body.press('Enter')
    await body.pressSequentially('lines')
    await body.press('ControlOrMeta+Enter')
    await it.detail().waitFor()
    expect(it.server.store.requests).toMatchObject([{ text: 'two\nlines' }])
  })

  test('A dialog with fields begins in the first one', async () => {
    await it.open()
    const open = [
      [() => it.dialog('Default session'), 'Find or open a session'],
      [() => it.dialog('Send'), /^Body of/],
      [() => it.dialog('Settings'), 'Latency from, in ms'],
      [() => it.other(), 'Status'],
    ] as const
    for (const [show, label] of open) {
      const dialog = await show()
      await dialog.getByLabel(label).and(it.page.locator(':focus')).waitFor()
      await press('Escape')
    }
  })

  test('A failure is scheduled by keyboard alone', async () => {
    await it.open()
    await it.page.getByRole('region', { name: 'Next requests' }).locator('summary').focus()
    for (const _ of ['400', '401']) await press('Tab')
    await press('Space')
    await it.see(/^Status 401 \(WWW-Authenticate: Bearer realm/)
  })

  for (const [width, screen] of [
    [1280, 'wide'],
    [900, 'narrow'],
  ] as const)
    test(`What is typed after / is searched, however busy a ${screen} page is`, async () => {
      await it.open({ viewport: { width, height: 700 } })
      for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Jade"}`)
      await it.rows().nth(2).waitFor()
      await it.tab('Next') // on a narrow screen, over the list
      // The keys wait until the page has time for them.
      await it.page.evaluate(() => {
        setTimeout(() => {
          const end = performance.now() + 500
          while (performance.now() < end);
        })
      })
      await Promise.all([...'/jade'].map(key => press(key)))
      await expect.poll(() => it.search().inputValue()).toBe('jade')
    })

  test('While an input method composes a word in the search, it has the keys: Escape and the arrows', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    await it.search().fill('Hoya')
    const browser = await it.page.context().newCDPSession(it.page)
    const composed = { text: 'とう', selectionStart: 2, selectionEnd: 2 }
    await browser.send('Input.imeSetComposition', composed)
    for (const key of ['ArrowDown', 'Escape'])
      await browser.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        windowsVirtualKeyCode: 229, // as browsers say that an input method has the key
      })
    expect(await it.search().inputValue()).toBe('Hoyaとう')
    await browser.send('Input.insertText', { text: '陶' })
    expect(await it.search().inputValue()).toBe('Hoya陶')
    await press('Escape')
    await expect.poll(() => it.search().inputValue()).toBe('')
  })

  test('The keys: / searches, j and k move between requests, where nothing is typed, until the menu turns off the keys', async () => {
    await it.open({ viewport: { width: 900, height: 700 } })
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Monstera"}`)
    await it.rows().nth(2).waitFor()
    await it.tab('Next') // over the list
    await press('j')
    expect(await focused()).toContain('#1')
    await press('j')
    await expect.poll(focused).toContain('#2')
    await press('Control+j') // a key of the browser
    await press('k')
    await expect.poll(focused).toContain('#1')
    await press('/')
    const isSearched = it.search().and(it.page.locator(':focus'))
    await isSearched.waitFor()
    await press('j')
    expect(await it.search().inputValue()).toBe('j')
    await it.dialog('Menu')
    await it.page.getByLabel('Keys: / searches').uncheck()
    await press('Escape')
    await press('/')
    expect(await isSearched.count()).toBe(0)
    await it.page.evaluate(() => localStorage.clear())
  })
})
