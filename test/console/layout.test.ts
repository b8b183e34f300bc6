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

  // The themes differ in their colours alone.
  test.each([['light'], ['dark', 'color-contrast']] as const)(
    'axe finds nothing in the %s theme',
    async (colorScheme, ...rules) => {
      const check = async () => expect(await violations(it.page, ...rules)).toEqual([])
      await it.open({ colorScheme })
      await check()
      await fill()
      await openAll()
      await it.page.getByLabel('Fail the next').fill('0')
      await it.button(/^503/).click()
      await it.see('Enter a whole number of requests, 1 or more.')
      await check()
      await it.tab('Send')
      await it.page.getByText('Default session', { exact: true }).first().click()
      await it.page.getByRole('link', { name: 'Default session' }).waitFor()
      await check()
      await it.page.keyboard.press('Escape')
      await it.tab('Settings')
      await it.button(/^Reset$/).click()
      await check()
      await it.button('Reset the mock').click()
      await it.status('The mock was reset.')
      await it.button('Pause').click()
      await it.post('{"id":1,"name":"Hoya"}')
      await it.see('1 new request is not shown.')
      await check()
      await it.button('Keyboard shortcuts').click()
      await check()
      await it.page.keyboard.press('Escape')
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

  test('Names begin at one edge, however long the ids are', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await fill()
    const edges = await it.page
      .locator('.plant .name')
      .evaluateAll(names => names.map(name => name.getBoundingClientRect().left))
    expect(new Set(edges).size).toBe(1)
  })

  test('At 1440 pixels a name beside a long id keeps its words whole', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.client().addPlant({ id: 9223372036854775807n, name: 'Monstera', tag: 't'.repeat(99) })
    const name = it.plants().first().locator('.name')
    const { width = 0 } = (await name.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(100)
  })

  test('An opened request that is held keeps its buttons in view', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    const hold = it.server.store.holdNext()
    void it.client().addPlant({ id: 1, name: 'Hoya' })
    await hold.arrived
    await it.waiting().locator('.row').click()
    const button = await it.button('Release request 1').boundingBox()
    const list = await it.page.locator('.waiting').boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(
      (list?.y ?? 0) + (list?.height ?? 0),
    )
  })

  test('Where a row has no room, the body is cut and the path is not', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.post(JSON.stringify({ id: 1, name: 'M'.repeat(500) }))
    await it.post(JSON.stringify({ id: 'x'.repeat(200), note: 'n'.repeat(500) }))
    await it.rows().nth(1).waitFor()
    const paths = it.rows().locator('.path')
    expect(await paths.allInnerTexts()).toEqual(['/plants', '/plants'])
    for (const path of await paths.all())
      expect(await path.evaluate(missingWidth)).toBeLessThan(0.02)
    it.server.store.failNext('malformed-json')
    await it.post('{"id":2,"name":"Monstera","tag":"tropical","note":"not a field of a plant"}')
    await it.rows().nth(2).waitFor()
    const reason = it.rows().first().locator('.note').first()
    expect(await reason.evaluate(missingWidth)).toBeLessThan(0.02)
    // A long reason leaves room for the plant.
    const body = await it.rows().nth(1).locator('.json').boundingBox()
    expect(body?.width).toBeGreaterThan(100)
  })

  test('What is wrong with a field moves no other field of its row', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.tab('Send')
    const places = () =>
      Promise.all(
        ['id', 'name', 'tag'].map(name =>
          it.page.getByRole('tabpanel').getByLabel(name).boundingBox(),
        ),
      )
    const before = await places()
    await it.page.getByRole('tabpanel').getByLabel('id').fill('seven')
    await it.page.locator('#send').click()
    await it.see('id must be a whole number.')
    expect(await places()).toEqual(before)
  })

  test('Held requests and what is pending stay in view', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    for (let id = 1; id <= 40; id++) await it.post(`{"id":${id},"name":"Monstera"}`)
    await fill()
    await it.page.getByText('Only some requests').click()
    await it.page.getByText('Any other response').click()
    await it.button('Fail with this').scrollIntoViewIfNeeded()
    await it.rows().last().scrollIntoViewIfNeeded()
    expect(await it.pending().first().evaluate(isInView)).toBe(true)
    expect(await it.waiting().first().evaluate(isInView)).toBe(true)
    expect(await it.button('Release request').evaluate(isInView)).toBe(true)
  })

  test('A long list of what is pending leaves the form whole, and scrolls', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    const hold = it.server.store.holdNext()
    void it.client().addPlant({ id: 31, name: 'Hoya' })
    await hold.arrived
    for (let id = 0; id < 30; id++) it.server.store.failNext('no-answer', { match: { id } })
    await it.pending().nth(29).waitFor()
    await it.status('1 request held. The next request is answered as usual, unless one below')
    const hidden = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight
    expect(await it.page.locator('#fail-panel > .form').evaluate(hidden)).toBe(0)
    const list = it.page.getByRole('list', { name: 'Pending' })
    expect(await list.evaluate(hidden)).toBeGreaterThan(100)
    expect(await list.evaluate(element => element.clientHeight)).toBeGreaterThan(60)
    await it.pending().nth(29).getByRole('button').focus()
    expect(await it.pending().nth(29).evaluate(isInView)).toBe(true)
  })

  test.each([360, 1440])('At %i pixels a message is in view where it was clicked', async width => {
    await it.open({ viewport: { width, height: 740 } })
    await fill()
    await it.button(/^503/).click()
    const message = it.page.getByRole('status').filter({ hasText: 'Added at the end.' })
    await message.waitFor()
    expect(await message.evaluate(isInView)).toBe(true)
  })
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0 && top >= 0
}

/** How many pixels the text of an element lacks: any at all end it in an ellipsis. */
function missingWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width - element.getBoundingClientRect().width
}
