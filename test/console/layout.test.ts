// The console at the sizes of a phone, a laptop and a large screen, in both themes.
import { describe, expect, test } from 'vitest'
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
    void it.client().addPlant({ id: 4, name: 'Calathea' })
    await hold.arrived
    await it.rows().nth(6).waitFor()
    await it.rows().filter({ hasText: 'held' }).waitFor()
  }

  const openFolds = async () => {
    for (const fold of await it.page.locator('summary:visible').all()) await fold.click()
  }
  const part = (name: RegExp) =>
    it.page.getByRole('navigation').getByRole('button', { name }).click()

  // The themes differ in their colours alone.
  test.each([['light'], ['dark', 'color-contrast']] as const)(
    'axe finds nothing in the %s theme',
    async (colorScheme, ...rules) => {
      const check = async () => expect(await violations(it.page, ...rules)).toEqual([])
      await it.open({ colorScheme })
      await check()
      await fill()
      await openFolds()
      await it.page.getByLabel('Fail the next').fill('0')
      await it.button('503').click()
      await it.see('Enter a whole number of requests, 1 or more.')
      for (const row of await it.rows().all()) {
        await it.select(row)
        await openFolds()
        await check()
      }
      await it.rows().first().hover()
      await it.post('{"id":1,"name":"Hoya"}')
      await it.button('↑ 1 new').waitFor()
      await check()
      for (const name of [
        'Default session',
        'Send',
        'Settings',
        'Reset',
        'Clear',
        'Edit and send',
      ]) {
        await it.dialog(name)
        await check()
        await it.page.keyboard.press('Escape')
      }
      await it.button('Close the request').click()
      await it.page.getByRole('searchbox', { name: 'Search the requests' }).fill('xyzzy')
      await it.see('No request matches.')
      await check()
      it.server.store.reset()
      await it.status('Code in the process reset the mock')
      await check()
      await it.server.close()
      await it.see('The mock server is not reachable.')
      await check()
    },
    90_000,
  )

  test('It fits a phone of 360 pixels, whatever it shows', async () => {
    await it.open({ viewport: { width: 360, height: 740 } })
    // What is wider than its box, be it scrolled or cut off; but these end in an ellipsis.
    const wide = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('html, body *')]
          .filter(element => !element.matches('.what > *, .json, .cut, svg *'))
          .filter(element => !element.closest('.visually-hidden'))
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ tagName, className, id }) => `${tagName} ${className} ${id}`),
      )
    expect(await wide()).toEqual([])
    await fill()
    expect(await wide()).toEqual([])
    for (const [index, row] of (await it.rows().all()).entries()) {
      await it.select(row)
      await openFolds()
      expect(await wide(), `row ${index}`).toEqual([])
      await it.button('Close the request').click()
    }
    for (const name of ['Default session', 'Send', 'Settings', 'Reset', 'Clear']) {
      await it.dialog(name)
      expect(await wide(), name).toEqual([])
      await it.page.keyboard.press('Escape')
    }
    for (const name of [/^Next/, /^Plants/]) {
      await part(name)
      await openFolds()
      expect(await wide(), String(name)).toEqual([])
    }
    expect(await it.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('On a phone one part is shown at a time, and what happens next is counted', async () => {
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
    await part(/^Plants/)
    expect(await shown()).toEqual(['Plants'])
    await part(/^Next 2$/)
    expect(await shown()).toEqual(['Next requests'])
    // The link of a held request leads back to the requests.
    await it.held().getByRole('button', { name: 'Calathea' }).click()
    expect(await shown()).toEqual(['Request'])
  })

  test('A phone has room for the longest name of a session', async () => {
    const name = 'm'.repeat(64)
    it.server.session('w'.repeat(64))
    await it.open(
      { viewport: { width: 390, height: 844 } },
      new URL(`/~${name}/__mock`, it.server.url).href,
    )
    await it.post('{"id":1,"name":"Hoya"}', {}, new URL(`/~${name}/`, it.server.url).href)
    const outside = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(element => element.checkVisibility())
          .filter(element => element.getBoundingClientRect().right > innerWidth)
          .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
      )
    await it.select()
    expect(await outside()).toEqual([])
    await it.button('Close the request').click()
    const dialog = await it.dialog(`Session ${name}`)
    const { width = 0 } = (await dialog.getByRole('button', { name: 'Close' }).boundingBox()) ?? {}
    expect(width).toBeLessThan(60)
    await it.page.getByRole('link', { name: 'w'.repeat(64) }).waitFor()
    expect(await outside()).toEqual([])
    await it.button(/^End the session w/).click()
    expect(await outside()).toEqual([])
  })

  test('At 1440 by 900 pixels the plants are visible without scrolling', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await fill()
    await it.page.getByText('Only for some plants').click()
    await it.select()
    expect(await it.plants().first().evaluate(isInView)).toBe(true)
    expect(await it.page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  })

  test('At 1280 by 720 pixels what is scheduled is in sight, whatever else is open', async () => {
    await it.open({ viewport: { width: 1280, height: 720 } })
    for (let id = 1; id <= 40; id++) await it.post(`{"id":${id},"name":"Monstera"}`)
    it.server.store.failNext({ status: 500 }, { times: Infinity })
    await it.scheduled().first().waitFor()
    await it.page.getByText('Only for some plants').click()
    await it.select()
    await it.rows().last().scrollIntoViewIfNeeded()
    expect(await it.scheduled().first().evaluate(isInView)).toBe(true)
    await it.dialog('Other…')
    expect(await it.scheduled().first().evaluate(isInView)).toBe(true)
  })

  test('At 1280 by 720 pixels four failures and a held request are in sight without scrolling', async () => {
    await it.open({ viewport: { width: 1280, height: 720 } })
    const { store } = it.server
    store.failNext({ status: 500 }, { times: Infinity, match: { name: 'Monstera' } })
    store.failNext({ status: 503 }, { times: 3, skip: 2 })
    store.failNext('network-error')
    store.failNext('no-answer', { match: { name: 'Hoya' } })
    const hold = store.holdNext()
    void it.client().addPlant({ id: 4, name: 'Calathea', tag: 'tropical' })
    await hold.arrived
    await it.held().first().waitFor()
    expect(await it.scheduled().last().evaluate(isInView)).toBe(true)
    expect(await it.held().first().evaluate(isInView)).toBe(true)
  })

  test('At 1280 by 720 pixels “Only for some plants” fits next to what is scheduled without scrolling', async () => {
    await it.open({ viewport: { width: 1280, height: 720 } })
    it.server.store.failNext({ status: 503 })
    await it.client().addPlant({ id: 1, name: 'Monstera' })
    it.server.store.failNext({ status: 503 })
    await it.scheduled().first().waitFor()
    await it.page.getByText('Only for some plants').click()
    await it.page.getByLabel('name', { exact: true }).waitFor()
    const { scrollHeight, clientHeight } = await it.page
      .locator('.side')
      .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
    expect(scrollHeight).toBe(clientHeight)
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
    if (options.viewport.width < 500) {
      for (const name of [/^Next/, /^Plants/, /^Requests/]) {
        await part(name)
        await openFolds()
        expect(await small(), String(name)).toEqual([])
      }
    } else {
      await openFolds()
      expect(await small()).toEqual([])
    }
    for (const name of ['Default session', 'Send', 'Settings', 'Reset', 'Clear']) {
      await it.dialog(name)
      expect(await small(), name).toEqual([])
      await it.page.keyboard.press('Escape')
    }
    await it.select()
    expect(await small()).toEqual([])
  })

  test('A row runs to the edge, and a long name is clamped at two lines', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await fill()
    const list = await it.page.getByRole('list', { name: 'Requests', exact: true }).boundingBox()
    expect((await it.rows().first().getByRole('link').boundingBox())?.width).toBe(list?.width)
    const name = it.plants().first().locator('.name')
    const lines = await name.evaluate(
      element => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(Math.round(lines)).toBe(2)
    await it.plants().filter({ hasText: '(empty name)' }).waitFor()
  })

  test('At 1440 pixels a name next to a long id keeps its words whole', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.client().addPlant({ id: 9223372036854775807n, name: 'Monstera', tag: 't'.repeat(99) })
    const name = it.plants().first().locator('.name')
    const { width = 0 } = (await name.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(100)
  })

  test('Where a row has no room, the body is cut and the reason is not', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.post(JSON.stringify({ id: 1, name: 'M'.repeat(500) }))
    it.server.store.failNext('malformed-json')
    await it.post('{"id":2,"name":"Monstera","tag":"tropical","note":"not a field of a plant"}')
    await it.rows().nth(1).waitFor()
    const reason = it.rows().first().locator('.note').first()
    expect(await reason.evaluate(missingWidth)).toBeLessThan(0.02)
  })

  test('What is wrong with a field moves no other field of its row', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.dialog('Settings')
    const places = () =>
      Promise.all(
        ['Latency from', 'Latency to', 'Random failures'].map(name =>
          it.page.getByLabel(name).boundingBox(),
        ),
      )
    const before = await places()
    await it.page.getByLabel('Latency to').fill('-1')
    await it.button('Apply').click()
    await it.see('Enter a number of milliseconds, 0 or more.')
    const after = await places()
    expect(after.map(place => place?.x)).toEqual(before.map(place => place?.x))
    expect(new Set(after.map(place => place?.y)).size).toBe(1)
  })
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** How many pixels the text of an element lacks: any at all end it in an ellipsis. */
function missingWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width - element.getBoundingClientRect().width
}

/** What can be hit, but links within a sentence, and is lower or narrower than that. Runs in the page. */
function findSmallTargets(least: number): string[] {
  const targets =
    'button, a, input, select, textarea, summary, label:has([type=checkbox]), .filter span'
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
