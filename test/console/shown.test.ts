// What the page shows of odd texts, and of itself in odd places.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const body = () => it.detail().getByRole('group', { name: 'Body of the request' })

  test('Zero-width characters and blanks are shown, and found as they are shown; 1e400 is not null, and a space is a body', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.post('{"id":1,"name":"a\u200bb"}')
    await it.post('{"id":2,"name":" "}')
    await it.post('{"id":1e400,"name":"x"}')
    await it.post(' ')
    await it.row(4).waitFor()
    await it.row(1).getByText('a\\u200bb').waitFor()
    await it.row(2).getByText('" "', { exact: true }).waitFor()
    await it.row(3).getByText('{"id":1e400,"name":"x"}').waitFor()
    await it.row(4).getByText('" "', { exact: true }).waitFor()
    await fetch(`${it.server.url}/plants`, { method: 'POST' })
    await it.row(5).getByText('no body', { exact: true }).waitFor()
    await it.search().fill('no body')
    await it.status('2 of 5') // one whose body is not JSON, too
    await it.row(5).waitFor()
    await it.search().fill('\\u200b')
    await it.status('1 of 5')
    await it.search().fill('1e400')
    await it.status('1 of 5')
    await it.search().fill('')
    await it.select(it.row(3))
    expect(await body().innerText()).toBe('{\n  "id": 1e400,\n  "name": "x"\n}')
    await it.select(it.row(4))
    await it.detail().getByText('Only blanks, here in quotes:').waitFor()
    expect(await body().innerText()).toBe('" "')
    expect(await it.detail().getByText('No body.').count()).toBe(0)
    await it.tab('Next')
    it.server.store.holdNext()
    void it.post(' ').catch(() => {})
    await it.held().getByText('POST /plants " "').waitFor()
  })

  test('A 3xx has a chip where there are any', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    expect(await it.page.getByRole('radio', { name: /3xx/ }).count()).toBe(0)
    it.server.store.failNext({ status: 307, headers: { location: '/flowers' } })
    await fetch(`${it.server.url}/plants`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
      body: '{"id":1,"name":"Hoya"}',
    })
    await it.chip('3xx 1').check()
    await it.status('1 of 2')
  })

  test('#100000, an id of 20 characters and →wait are not cut, whatever the width; the status says from then on that a request was sent on', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.post('{"id":-9223372036854775808,"name":"A plant with a long name","tag":"tag"}')
    await it.newest().waitFor()
    const cutOff = () =>
      it.page.evaluate(() => {
        const row = document.querySelector('.rows .row') as HTMLElement
        const [number, status] = ['.number', '.status'].map(part => row.querySelector(part))
        if (!number || !status) throw new Error('There is no row')
        number.textContent = '#100000'
        status.textContent = '→wait'
        return [number, status, row.querySelector('.id') as Element]
          .filter(each => {
            const [own, around] = [each, each.parentElement ?? row].map(element =>
              element.getBoundingClientRect(),
            )
            const isOutside = (own?.right ?? 0) > (around?.right ?? 0) + 0.5
            return isOutside || each.scrollWidth > each.clientWidth
          })
          .map(each => each.textContent)
      })
    for (const width of [1440, 1280, 1024, 720, 390, 320]) {
      await it.page.setViewportSize({ width, height: 700 })
      expect(await cutOff(), String(width)).toEqual([])
    }
  })

  test('No label breaks in a word on a phone, and a tab says that a request is open', async () => {
    await it.open({ viewport: { width: 390, height: 844 } })
    for (let id = 1; id <= 12; id++) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.row(12).waitFor()
    const broken = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('button, summary, legend, .field > span, label.check, h2')]
          .filter(element => element.checkVisibility({ checkVisibilityCSS: true }))
          .flatMap(element => [...element.childNodes].filter(({ nodeType }) => nodeType === 3))
          .flatMap(node =>
            [...(node.textContent ?? '').matchAll(/[A-Za-z]+/g)].flatMap(word => {
              const range = document.createRange()
              range.setStart(node, word.index)
              range.setEnd(node, word.index + word[0].length)
              return range.getClientRects().length > 1 ? [word[0]] : []
            }),
          ),
      )
    expect(await broken()).toEqual([])
    await it.select(it.row(7))
    const tab = it.page.getByRole('navigation').getByRole('button', { name: '#7' })
    await tab.and(it.page.locator('[aria-current]')).waitFor()
    expect(await broken()).toEqual([])
    await it.tab('Next')
    await it.aim()
    expect(await broken()).toEqual([])
    for (const name of ['Send', 'Settings', 'Menu', 'Default session']) {
      await it.dialog(name)
      expect(await broken(), name).toEqual([])
      await it.page.keyboard.press('Escape')
    }
  })

  test('Bodies grow with the font that the reader has set', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    const size = () =>
      body().evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await size()
    await it.page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    expect(await size()).toBeCloseTo(2 * before, 1)
  })

  test('The title of a hidden tab keeps what is held', async () => {
    await it.open()
    it.server.store.holdNext()
    const held = it.post('{"id":2,"name":"Hoya"}')
    await it.held().first().waitFor()
    // What is asked at that moment is given up.
    const connection = async () => {
      for (const isHidden of [false, true])
        await it.page.evaluate(value => {
          Object.defineProperty(document, 'hidden', { value, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, isHidden)
      return it.page.locator('.top .pill').innerText()
    }
    await expect.poll(connection).toBe('Connecting…')
    expect(await it.page.title()).toBe('1 held · Plant Store mock')
    await it.server.close()
    await held.catch(() => {})
  })

  test('A page of another version than a mock that was started again says so, and offers to load again', async () => {
    await it.page?.close()
    await it.open()
    const { port } = it.server
    await it.page.evaluate(() => {
      document.body.dataset.version = '0.9.0'
    })
    await it.server.close()
    await it.status('Reconnecting…')
    await it.restart({ port })
    await it.status('Live')
    await it.see(/^This page is version 0\.9\.0, and the mock is version \d/)
    await it.button('Reload').click()
    await it.status('Live')
    expect(await it.page.getByText('This page is version').count()).toBe(0)
  })

  test('One field finds a session or opens it, and those with failed requests have a mark', async () => {
    const { origin } = new URL(it.server.url)
    for (let index = 0; index < 300; index++) it.server.session(`test-${index}`)
    await it.post('{"id":1}', {}, `${origin}/~test-7/plants`)
    await it.open({ viewport: { width: 1024, height: 600 } })
    const dialog = await it.dialog('Default session')
    const items = dialog.getByRole('listitem')
    await items.nth(300).waitFor({ state: 'attached' })
    const names = await items.getByRole('link').allInnerTexts()
    expect(names.slice(0, 3)).toEqual(['Default session', 'test-7', 'test-299'])
    expect((await dialog.boundingBox())?.height).toBeLessThanOrEqual(600)
    await items.filter({ hasText: 'test-7' }).first().getByText('1 failed').waitFor()
    await dialog.getByLabel('Find or open a session').fill('test-29')
    await expect.poll(() => items.count()).toBe(11)
    await dialog.getByLabel('Find or open a session').fill('test-290')
    await dialog.getByLabel('Find or open a session').press('Enter')
    await it.button('Session test-290').waitFor()
  })
})
