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
    await it.client().addPlant({ id: 3, name: 'Hoya' })
    store.failNext('no-answer', { times: 3, skip: 2, match: { name: 'n'.repeat(200) } })
    const hold = store.holdNext()
    void it.client().addPlant({ id: 4, name: 'Calathea' })
    await hold.arrived
    await it.rows().nth(5).waitFor()
    await it.plants().first().waitFor()
    await it.waiting().first().waitFor()
    await it.pending().first().waitFor()
  }

  async function openAll(): Promise<void> {
    for (const row of await it.page.locator('.row').all()) await row.click()
    for (const fold of await it.page.locator('.fold > summary:visible').all()) await fold.click()
  }

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in the %s theme',
    async colorScheme => {
      await it.open({ colorScheme })
      expect(await violations(it.page)).toEqual([])
      await fill()
      await openAll()
      await it.page.getByLabel('Fail the next').fill('0')
      await it.button(/^503/).click()
      await it.see('Enter a whole number of requests, 1 or more.')
      expect(await violations(it.page)).toEqual([])
      await it.tab('Send')
      await it.page.getByText('Session default').click()
      await it.page.getByRole('link', { name: 'default' }).waitFor()
      expect(await violations(it.page)).toEqual([])
      await it.page.keyboard.press('Escape')
      await it.tab('Settings')
      it.page.once('dialog', dialog => dialog.accept())
      await it.button(/^Reset$/).click()
      await it.status('The mock was reset.')
      expect(await violations(it.page)).toEqual([])
      await it.button('Keyboard shortcuts').click()
      expect(await violations(it.page)).toEqual([])
      await it.page.keyboard.press('Escape')
      await it.server.close()
      await it.see('The mock server is not reachable.')
      expect(await violations(it.page)).toEqual([])
    },
    90_000,
  )

  test('It fits a phone of 360 pixels, whatever it shows', async () => {
    await it.open({ viewport: { width: 360, height: 740 } })
    // What is wider than its box, be it scrolled or cut off; but these end in an ellipsis.
    const wide = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('html, body *')]
          .filter(element => !element.matches('.note, .path, .method, .visually-hidden, svg *'))
          .filter(element => !element.closest('.visually-hidden'))
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ tagName, className, id }) => `${tagName} ${className} ${id}`),
      )
    expect(await wide()).toEqual([])
    await fill()
    await openAll()
    expect(await wide()).toEqual([])
    for (const tab of ['Send', 'Settings']) {
      await it.tab(tab)
      expect(await wide()).toEqual([])
    }
    expect(await it.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    for (const name of ['Requests', 'Tools', 'Plants']) {
      await it.page.getByRole('link', { name, exact: true }).click()
      const target = it.page.getByRole('region', { name })
      await expect.poll(() => target.evaluate(isInView)).toBe(true)
    }
  })

  test('At 1440 by 900 pixels the plants are visible without scrolling', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await fill()
    expect(await it.plants().first().evaluate(isInView)).toBe(true)
    await it.page.getByText('Only some requests').click()
    await it.page.getByText('Any other response').click()
    expect(await it.plants().nth(1).evaluate(isInView)).toBe(true)
    expect(await it.page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  })

  test('At 2560 pixels one container holds header, content and footer', async () => {
    await it.open({ viewport: { width: 2560, height: 1300 } })
    const boxes = await it.page.locator('.container:visible').all()
    const places = await Promise.all(boxes.map(box => box.boundingBox()))
    expect(new Set(places.map(place => `${place?.x} ${place?.width}`)).size).toBe(1)
    expect(boxes.length).toBe(3)
  })

  test('A row runs to the edge, and a long name is clamped at two lines', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await fill()
    const widths = await it.page.evaluate(() =>
      ['#log', '.row'].map(selector => document.querySelector(selector)?.clientWidth),
    )
    expect(widths[1]).toBe(widths[0])
    const name = it.plants().first().locator('.name')
    const lines = await name.evaluate(
      element => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(Math.round(lines)).toBe(2)
    await it.plants().filter({ hasText: '(empty name)' }).waitFor()
  })

  test.each([360, 1440])('A message covers nothing at %i pixels', async width => {
    await it.open({ viewport: { width, height: 740 } })
    await fill()
    await it.button(/^503/).click()
    const message = it.page.getByRole('status').filter({ hasText: 'gets status 503' })
    await message.waitFor()
    await it.plants().last().scrollIntoViewIfNeeded()
    const [plant, bar] = await Promise.all([
      it.plants().last().boundingBox(),
      message.boundingBox(),
    ])
    expect(bottom(plant)).toBeLessThanOrEqual(bar?.y ?? 0)
  })
})

const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Infinity)

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0 && top >= 0
}
