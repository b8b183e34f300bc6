// The console at the sizes of a phone, a laptop and a large screen, in both themes.
import { describe, expect, test } from 'vitest'
import { heldRequest } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'
import { violations } from './violations.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  /** Something of everything. */
  async function fill(): Promise<void> {
    const { store } = it.server
    await it.client().addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
    await it.client().addPlant({ id: 2, name: '' })
    await it.client().addPlant({
      id: 9223372036854775807n,
      name: 'M'.repeat(200),
      tag: 't'.repeat(99),
    })
    await it.post('{"id":1}')
    await fetch(`${it.server.url}/${'p'.repeat(300)}`, { headers: { 'x-long': 'x'.repeat(300) } })
    store.failNext({ status: 503 })
    await it.client().addPlant({ id: 3, name: 'Hoya', colour: 'green' } as never)
    store.failNext('no-answer', { times: 3, skip: 2, match: { name: 'n'.repeat(200) } })
    const hold = store.holdNext()
    await heldRequest(hold, it.client().addPlant({ id: 4, name: 'Calathea' }))
    await it.rows().nth(6).waitFor()
    await it.rows().filter({ hasText: 'held' }).waitFor()
  }

  const openFolds = () =>
    it.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })

  test('axe finds nothing, in the dark theme either', async () => {
    await it.open()
    /** The themes differ in their colours alone. */
    const check = async (within = 'html') => {
      await it.page.emulateMedia({ colorScheme: 'light' })
      expect(await violations(it.page, { within })).toEqual([])
      await it.page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(it.page, { within, rules: ['color-contrast'] })).toEqual([])
    }
    await check()
    await fill()
    await openFolds()
    await it.page.getByLabel('Fail the next').fill('0')
    await it.button('503').click()
    await it.status('times must be a positive integer')
    await check()
    for (const row of await it.rows().all()) {
      await it.select(row)
      await openFolds()
      await check('main > .part[data-shown]')
    }
    await it.tab('Plants')
    await check()
    for (const name of ['Default session', 'Send', 'Settings', 'Menu', 'Clear']) {
      await it.dialog(name)
      await check('dialog')
      await it.page.keyboard.press('Escape')
    }
    await it.page
      .getByRole('navigation')
      .getByRole('button', { name: /^Request #/ })
      .click()
    await it.dialog('Edit and send')
    await check('dialog')
    await it.page.keyboard.press('Escape')
    await it.button('Close the request').click()
    await it.search().fill('xyzzy')
    await it.see('No request matches.')
    await check('.requests')
    it.server.store.reset()
    await it.status('Code in the process reset the mock')
    await check('.requests')
    await it.server.close()
    await it.see(/The mock server has not been reachable/)
    await check()
    await it.page.setViewportSize({ width: 390, height: 844 })
    await check('.top')
    await check('main > nav')
  }, 90_000)

  test('It fits a phone of 320 pixels, whatever it shows, and leaves most of it to the list', async () => {
    const width = 320
    await it.open({ viewport: { width, height: 568 }, hasTouch: true, isMobile: true })
    // What is wider than its box, be it scrolled or cut off; but these end in an ellipsis.
    const wide = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('html, body *')]
          .filter(
            element =>
              !element.matches(
                '.row *, .plant, .plant *, .held .link, .cut, .chips, .scheduled .clamped, svg *',
              ),
          )
          .filter(element => !element.closest('.visually-hidden'))
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(
            ({ tagName, className, id, textContent }) =>
              `${tagName} ${className} ${id} ${textContent}`,
          ),
      )
    expect(await wide()).toEqual([])
    await fill()
    expect((await it.rows().first().boundingBox())?.y).toBeLessThan(568 / 2)
    expect(await wide()).toEqual([])
    for (const [index, row] of (await it.rows().all()).entries()) {
      await it.select(row)
      await openFolds()
      expect(await wide(), `row ${index}`).toEqual([])
      await it.button('Close the request').click()
    }
    for (const name of ['Default session', 'Send', 'Settings', 'Menu', 'Clear']) {
      await it.dialog(name)
      expect(await wide(), name).toEqual([])
      await it.page.keyboard.press('Escape')
    }
    for (const name of ['Next', 'Plants'] as const) {
      await it.tab(name)
      await openFolds()
      expect(await wide(), String(name)).toEqual([])
    }
    expect(await it.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  test('On a phone one part is shown at a time, and what happens next is counted; the list is given back where it was', async () => {
    await it.open({ viewport: { width: 390, height: 844 } })
    await fill()
    const shown = async () => {
      const parts = ['Requests', 'Request', 'Next requests', 'Plants']
      const visible = await Promise.all(
        parts.map(name => it.page.getByRole('region', { name, exact: true }).isVisible()),
      )
      return parts.filter((_, index) => visible[index])
    }
    expect(await shown()).toEqual(['Requests'])
    await it.select()
    expect(await shown()).toEqual(['Request'])
    await it.tab('Plants')
    expect(await shown()).toEqual(['Plants'])
    await it.page
      .getByRole('navigation')
      .getByRole('button', { name: /^Next 2$/ })
      .click()
    expect(await shown()).toEqual(['Next requests'])
    // The link of a held request leads to it.
    await it.held().getByRole('button', { name: 'Calathea' }).click()
    expect(await shown()).toEqual(['Request'])
    await it.button('Close the request').click()
    for (let id = 10; id < 40; id++) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.row(37).waitFor()
    const list = it.page.locator('.requests .scroll')
    await list.evaluate(each => each.scrollTo(0, 200))
    await it.button(/ new ↓$/).waitFor()
    await it.rows().nth(12).getByRole('link').click()
    await it.button('Close the request').click()
    expect(await list.evaluate(each => each.scrollTop)).toBe(200)
  })

  test.each([
    [1440, 900],
    [1280, 720],
    [720, 450], // 1440 by 900 at 200 %
    [320, 180], // 1280 by 720 at 400 %
  ])(
    'The document never scrolls, whatever is unfolded in a request: %i by %i pixels',
    async (width, height) => {
      await it.open({ viewport: { width, height } })
      const headers = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`x-${index}`, 'a']),
      )
      await it.post(JSON.stringify({ id: 1, name: 'x '.repeat(2_500) }), headers)
      await it.newest().waitFor()
      await it.newest().getByRole('link').focus()
      await it.page.keyboard.press('Enter')
      await it.detail().waitFor({ state: 'attached' })
      await openFolds()
      const scrolled = await it.page.evaluate(() => {
        for (const summary of document.querySelectorAll('.detail summary, .detail .copy button'))
          (summary as HTMLElement).focus()
        return [document.documentElement, document.body].map(element => {
          element.scrollTo(0, 1e6)
          return element.scrollTop
        })
      })
      expect(scrolled).toEqual([0, 0])
      expect((await it.page.locator('.top').boundingBox())?.y).toBe(0)
    },
  )

  test('A phone has room for the longest name of a session', async () => {
    const name = 'm'.repeat(64)
    it.server.session('w'.repeat(64))
    const viewport = { width: 390, height: 844 }
    await it.open({ viewport }, `${it.server.url}/~${name}/__mock`)
    const outside = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(element => element.checkVisibility())
          .filter(element => !element.closest('.chips')) // which scroll
          .filter(element => element.getBoundingClientRect().right > innerWidth)
          .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
      )
    expect(await outside()).toEqual([])
    await it.dialog(`Session ${name}`)
    await it.page.getByRole('link', { name: 'w'.repeat(64) }).waitFor()
    expect(await outside()).toEqual([])
    await it.button(/^End the session w/).click()
    expect(await outside()).toEqual([])
  })

  test.each([390, 320])(
    'On a phone of %i pixels what is said of a lost connection lies under no button',
    async width => {
      await it.open({ viewport: { width, height: 400 } })
      // An empty list is read from its beginning, however low the window is.
      expect(await it.page.getByText('No requests yet.').boundingBox()).toMatchObject({
        y: expect.toSatisfy(y => y > 100),
      })
      const before = await it.page.locator('.requests').boundingBox()
      await it.server.close()
      await it.status('Reconnecting…')
      const boxes = await it.page.evaluate(() =>
        [...document.querySelectorAll('.top .pill, .top button')]
          .filter(element => element.checkVisibility())
          .map(element => element.getBoundingClientRect())
          .map(({ left, right }) => ({ left, right })),
      )
      for (const [index, { left }] of boxes.entries())
        expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
      expect((await it.page.locator('.requests').boundingBox())?.y).toBe(before?.y)
    },
  )

  test('List and panel are equally wide and rows equally high, whatever is open and in them', async () => {
    await it.open()
    const widths = async () => {
      const both = []
      for (const width of [1440, 1024]) {
        await it.page.setViewportSize({ width, height: 768 })
        const parts = ['.requests', '.requests .scroll', '.part']
        both.push(await Promise.all(parts.map(part => it.page.locator(part).first().boundingBox())))
      }
      return both.flat().map(box => box?.width)
    }
    const before = await widths()
    await fill()
    await it.post(JSON.stringify({ id: 5, name: 'x'.repeat(10_000), tag: 'אבג' }))
    await it.rows().nth(7).waitFor()
    expect(await widths()).toEqual(before)
    const boxes = await it.rows().evaluateAll(rows => rows.map(row => row.getBoundingClientRect()))
    expect(new Set(boxes.map(({ height }) => height)).size).toBe(1)
    // It costs what it shows.
    expect((await it.newest().innerHTML()).length).toBeLessThan(3_000)
    // A name in another direction stands where any name stands.
    const texts = await it
      .newest()
      .locator('.plant > *')
      .evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().x))
    expect(texts).toEqual(texts.toSorted((a, b) => a - b))
    await it.select()
    expect(await widths()).toEqual(before)
    await it.tab('Plants')
    expect(await widths()).toEqual(before)
  })

  test('A word fits into the search beside its number, and headings stand over their columns', async () => {
    await it.open({ viewport: { width: 1280, height: 800 } })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    const places = (row: string) =>
      it.page
        .locator(row)
        .first()
        .locator(':scope > *, .plant > :not(.tag)')
        .evaluateAll(cells => cells.map(cell => Math.round(cell.getBoundingClientRect().x)))
    expect(await places('.columns')).toEqual(await places('.rows .row'))
    const search = it.page.getByRole('searchbox', { name: 'Search the requests' })
    await search.fill('tropical')
    await it.status('0 of 1')
    expect(await search.evaluate(field => field.scrollWidth - field.clientWidth)).toBe(0)
  })

  test('In forced colours the open request, the chip and the part can be told', async () => {
    await it.open({ forcedColors: 'active' })
    for (const id of [1, 2]) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.rows().nth(1).waitFor()
    await it.select()
    const paper = (element: Element) => getComputedStyle(element).backgroundColor
    const others = await it.rows().first().getByRole('link').evaluate(paper)
    const chosen = await it.newest().getByRole('link').evaluate(paper)
    expect(chosen).not.toBe(others)
    expect(await it.page.locator('.chips :checked + span').evaluate(paper)).toBe(chosen)
    expect(await it.page.locator('nav [aria-current]').evaluate(paper)).toBe(chosen)
  })

  test('On paper there are all requests and the open one, and no controls', async () => {
    await it.open({ viewport: { width: 1024, height: 400 } })
    for (let id = 1; id <= 60; id++) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.row(60).waitFor()
    await it.select()
    await it.page.emulateMedia({ media: 'print' })
    await it.page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect.poll(() => it.rows().count()).toBe(60)
    // As wide as the window, A4 and A5.
    for (const width of [1024, 718, 482]) {
      await it.page.setViewportSize({ width, height: 400 })
      expect(await it.rows().first().isVisible()).toBe(true)
      expect(await it.detail().isVisible()).toBe(true)
      expect(await it.page.getByText(it.server.url, { exact: true }).first().isVisible()).toBe(true)
      expect(await it.page.locator('button:visible, input:visible').count()).toBe(0)
    }
    await it.page.setViewportSize({ width: 1024, height: 400 })
    await it.page.emulateMedia({ media: 'screen' })
    await it.page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => it.rows().count()).toBeLessThan(60)
  })

  test.each([
    ['24 pixels', 24, { viewport: { width: 1440, height: 900 } }],
    [
      '44 pixels where one touches',
      44,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ],
  ])('Everything that can be hit is at least %s high', async (_, least, options) => {
    await it.open(options)
    const small = () => it.page.evaluate(findSmallTargets, least)
    await fill()
    expect(await small()).toEqual([])
    const isPhone = options.viewport.width < 500
    for (const name of ['Plants', 'Next', ...(isPhone ? ['Requests' as const] : [])] as const) {
      await it.tab(name)
      await openFolds()
      expect(await small(), name).toEqual([])
    }
    for (const name of ['Default session', 'Send', 'Settings', 'Menu', 'Clear']) {
      await it.dialog(name)
      expect(await small(), name).toEqual([])
      await it.page.keyboard.press('Escape')
    }
    await it.select()
    expect(await small()).toEqual([])
    it.server.store.failNext({ status: 503 })
    await it.tab('Next')
    await it.scheduled().getByText('503').first().waitFor()
    await it.post('{"id":1}')
    await it.over().getByText('used by #8').waitFor()
    expect(await small()).toEqual([])
  })
})

/** What can be hit, but links within a sentence, and is lower or narrower than that. Runs in the page. */
function findSmallTargets(least: number): string[] {
  const targets =
    'button, a, input, select, textarea, summary, label:has([type=checkbox]), .chips span'
  return [...document.querySelectorAll<HTMLElement>(targets)]
    .filter(element => element.checkVisibility({ checkVisibilityCSS: true }))
    .filter(element => !element.matches('[type=checkbox], [type=radio], p a, p .link'))
    .map(element => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height < least - 0.01 || box.width < 24)
    .map(
      ({ element, box }) =>
        `${element.innerText || element.ariaLabel || element.id}: ${box.width} × ${box.height}`,
    )
}
