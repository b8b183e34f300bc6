// The list of requests: what a row shows, how one is found, and when the list follows.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { heldRequest } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const add = (id: number, name = 'Monstera') => it.post(`{"id":${id},"name":"${name}"}`)
  const numbered = (number: string) =>
    it.rows().filter({ has: it.page.getByText(number, { exact: true }) })

  test('The columns of rows align with their headings, and a long id leaves the name its place', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    await it.post('{"id":2,"name":"Sansevieria trifasciata","tag":"succulent"}')
    it.server.store.failNext({ status: 503 })
    await it.post('{"id":3,"name":"Ficus","tag":"tree"}')
    it.server.store.failNext('network-error')
    await add(4, 'Aloe').catch(() => {})
    await it.post('{"id":1234567890123456,"name":"Fern","tag":"","tga":"x"}')
    await it.post('{"id":9223372036854775807,"name":"Monstera","tag":"tropical"}')
    await it.rows().nth(4).waitFor()
    for (const part of ['.number', '.plant', '.status', '.took', '.note']) {
      const xs = await it.page
        .locator(`.row > ${part}`)
        .evaluateAll(elements => elements.map(each => each.getBoundingClientRect().x))
      expect(new Set(xs).size, `${part}: ${xs}`).toBe(1)
    }
    // What has no room there is the name.
    for (const [width, parts] of [
      [1024, ['9223372036854775807', 'Monstera']],
      [320, ['9223372036854775807']],
    ] as const)
      for (const part of parts) {
        await it.page.setViewportSize({ width, height: 800 })
        const shown = it.newest().getByText(part, { exact: true })
        const cutOff = await shown.evaluate(each => each.scrollWidth - each.clientWidth)
        expect(cutOff, `${part} at ${width}`).toBeLessThan(2)
      }
    await it.newest().getByTitle('id: 9223372036854775807').waitFor()
  })

  test('A row has its plant, or else the JSON, a path that is not the usual one, and what went wrong', async () => {
    await it.open()
    const usual = `${it.server.url}/plants`
    const cases: [body: string, row: RegExp, address?: string][] = [
      ['{"id":"x"}', /\{"id":"x"\} 400 Not a plant/],
      ['no json', /no json 400 The body is not JSON/],
      ['', /POST \/flowers\?q=1 404 There is nothing at/, `${it.server.url}/flowers?q=1`],
      ['{"id":1,"name":"Hoya"}', /1 Hoya 404 POST \/shrubs · There/, `${it.server.url}/shrubs`],
      ['null', /null 400 /],
      ['[]', /\[\] 400 /],
      ['7', /7 400 /],
      ['{"id":9,"name":"Aloe","tga":"x"}', /9 Aloe 200 .*ignored: tga/],
      ['{"id":8,"name":"Calathea"}', /8 Calathea 503 .*Injected failure/],
    ]
    for (const [body, , address = usual] of cases) {
      if (body.includes('Calathea')) it.server.store.failNext({ status: 503 })
      await it.post(body, {}, address)
    }
    await it.rows().nth(8).waitFor()
    const texts = (await it.rows().allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
    for (const [index, [, row]] of cases.entries())
      expect(texts[index]).toMatch(new RegExp(`^#${index + 1} \\S+ ${row.source}`))
  })

  test('none, wait and held say why, in the row and in the detail', async () => {
    await it.open()
    const { store } = it.server
    /** Sends a request, and ends it once the row tells what it waits for. */
    const expectWhy = async (status: string, why: string) => {
      const leaving = new AbortController()
      const { signal } = leaving
      const sent = it.client().addPlant({ id: 1, name: 'Hoya' }, { signal })
      const row = it.newest()
      await row.getByText(status, { exact: true }).waitFor()
      await row.getByText(why).waitFor()
      expect(await row.locator('.status').getAttribute('title')).toContain(why)
      await it.search().fill(`hoya ${status}`)
      await it.status('1 of')
      await it.search().fill('')
      await it.select()
      await it.detail().getByText(`${why}.`).waitFor()
      await it.detail().getByText('It has no response yet.').waitFor()
      const releases = await it
        .detail()
        .getByRole('button', { name: /^Release/ })
        .count()
      expect(releases, why).toBe(status === 'held' ? 1 : 0)
      leaving.abort()
      await sent
      await row.getByText('none', { exact: true }).waitFor()
      await row.getByText('The client disconnected').waitFor()
      await it.detail().getByText('The client disconnected').waitFor()
    }
    store.holdNext()
    await expectWhy('held', 'Held until it is released')
    store.failNext('no-answer')
    await expectWhy('wait', 'Without an answer until its client leaves')
    store.updateSettings({ latency: 60_000 })
    await expectWhy('wait', 'Delayed by its latency')
  })

  test('Requests are searched by everything that they show, formatted or not', async () => {
    await it.open()
    await it.post('{"id":8,"id":1,"name":"Monstera"}', { 'x-note': 'Kept' })
    await add(2, 'Hoya')
    await it.post('{"id":3}')
    await fetch(`${it.server.url}/flowers`)
    await it.rows().nth(3).waitFor()
    for (const [words, number] of [
      ['HOYA', '#2'],
      ['#2', '#2'],
      ['name is required', '#3'],
      ['flowers', '#4'],
      ['"error":404', '#4'],
      ['"error": 404', '#4'],
      ['kept', '#1'],
      ['flowers 404', '#4'],
      ['404 FLOWERS', '#4'],
      ['monstera 200', '#1'],
      ['"id":8,"id":1', '#1'],
    ] as const) {
      await it.search().fill(words)
      await it.status('1 of 4')
      expect(await it.rows().allInnerTexts(), words).toEqual([expect.stringContaining(number)])
    }
    // Names of headers are in every request, and so would find every one.
    for (const words of ['authorization', 'content-type', 'vary', 'flowers 200']) {
      await it.search().fill(words)
      await it.status('0 of 4')
    }
    await it.search().fill('nothing like it')
    await it.see('No request matches.')
    await it.status('0 of 4')
    await it.button('Show all requests').click()
    await it.rows().nth(3).waitFor()
    await it.search().fill('hoya')
    await it.search().press('Escape')
    await it.rows().nth(3).waitFor()
  })

  test('A chip counts its requests and lists them, and a link leads to them', async () => {
    await it.open()
    const { store } = it.server
    await add(1)
    await it.post('{"id":1}')
    store.failNext({ status: 503 })
    await add(2)
    store.failNext('network-error')
    await add(3).catch(() => {})
    const hold = store.holdNext()
    const held = add(4)
    await heldRequest(hold, held)
    await it.rows().nth(4).waitFor()
    for (const [name, number] of [
      ['2xx', '#1'],
      ['4xx', '#2'],
      ['5xx', '#3'],
      ['no answer', '#4'],
      ['held', '#5'],
    ] as const) {
      await it.chip(`${name} 1`).check()
      await it.status('1 of 5')
      expect(await it.rows().locator('.number').allInnerTexts(), name).toEqual([number])
    }
    await expect.poll(() => new URL(it.page.url()).hash).toBe('#show=held')
    await it.page.reload()
    await it.status('1 of 5')
    // What has matched stays, or what is below it would move.
    hold.release()
    await held
    await it.chip('held 0').waitFor()
    expect(await it.rows().innerText()).toContain('200')
    await it.chip('All 5').check()
    expect(await it.rows().count()).toBe(5)
  })

  test('Following shows what comes, also below a pointer at rest; pressing in the list stops it, its end resumes it, and one button, Follow ↓, says which and goes on', async () => {
    await it.open({ viewport: { width: 1280, height: 400 } })
    for (let id = 1; id <= 29; id++) await add(id)
    await numbered('#29').hover()
    await add(30)
    await numbered('#30').waitFor()
    expect(await it.newest().evaluate(isInView)).toBe(true)
    await it.button('Following').waitFor()
    await numbered('#28').click()
    await it.button('Follow ↓').waitFor()
    for (let id = 31; id <= 42; id++) await add(id)
    await it.button('12 new ↓').click()
    await numbered('#42').waitFor()
    await it.button('Following').waitFor()
    await it.page.locator('.requests .scroll').hover()
    await it.page.mouse.wheel(0, -300)
    await it.button('Follow ↓').waitFor()
    await it.page.mouse.wheel(0, 3_000)
    await it.button('Following').waitFor()
  })

  test('A row that is pressed does not move before it is released, by touch either', async () => {
    await it.open({ viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true })
    for (let id = 1; id <= 20; id++) await add(id)
    await numbered('#20').waitFor()
    const { x = 0, y = 0 } = (await numbered('#18').boundingBox()) ?? {}
    const touch = await it.page.context().newCDPSession(it.page)
    const touchPoints = [{ x: x + 20, y: y + 20 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await add(21)
    await it.button('1 new ↓').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await it.detail().getByText('· request #18').waitFor()
  })

  test('Requests that are no longer kept are counted, and their rows stay for as long as the list is read', async () => {
    await it.restart({ maxRequests: 3 })
    await it.open()
    for (const id of [1, 2, 3]) await add(id)
    await numbered('#3').waitFor() // what is dropped before the page asks is never seen
    await it.select(numbered('#1'))
    for (const id of [4, 5, 6]) await add(id)
    await numbered('#6').waitFor()
    expect(await it.rows().count()).toBe(6)
    await it.button('Follow ↓').click()
    await add(7)
    await expect
      .poll(() => it.rows().locator('.number').allInnerTexts())
      .toEqual(['#5', '#6', '#7'])
    await it.see('The mock has 3 of 7 requests. The mock was started at')
    await it.detail().getByText('"id": 1').waitFor()
    // A page that was not there says the same.
    await it.page.reload()
    await it.see('The mock has 3 of 7 requests.')
    await it.chip('All 3').waitFor()
  })

  test('In a stopped list no row moves or loses the focus while 12,000 requests come', async () => {
    await it.open()
    const flood = async (requests: number) => {
      for (let sent = 0; sent < requests; sent += 500)
        await Promise.all(
          Array.from({ length: 500 }, () => it.server.store.fetch('http://a.test/plants')),
        )
    }
    for (let id = 1; id <= 60; id++) await add(id)
    await it.row(60).waitFor()
    await it.row(43).getByRole('link').focus()
    const before = await it.row(43).boundingBox()
    for (let floods = 0; floods < 12; floods++) await flood(1_000)
    await it.button('12,000 new ↓').waitFor()
    expect(await it.row(43).boundingBox()).toEqual(before)
    expect(await it.row(43).getByRole('link').and(it.page.locator(':focus')).count()).toBe(1)
    await it.page.locator('.requests .scroll').evaluate(list => list.scrollTo(0, 0))
    await it.see(/^The mock has 1,000 of 12,060 requests, and this page [\d,]+ more\./)
    await it.button(/new ↓$/).click()
    await it.chip('All 1k').waitFor()
    await it.page.locator('.requests .scroll').evaluate(list => list.scrollTo(0, 0))
    await it.see('The mock has 1,000 of 12,060 requests. The mock was started at')
  }, 90_000)

  test('A request that is released is kept when the log drops what ended before it', async () => {
    await it.restart({ maxRequests: 3 })
    await it.open()
    const hold = it.server.store.holdNext()
    const held = add(1, 'Calathea')
    await it.held().first().waitFor()
    for (let id = 2; id <= 5; id++) await add(id)
    await numbered('#5').waitFor()
    hold.release()
    await held
    const row = it.rows().filter({ hasText: 'Calathea' })
    await row.getByText(String(successStatus), { exact: true }).waitFor()
    expect(await it.rows().locator('.number').allInnerTexts()).toEqual(['#1', '#4', '#5'])
  })

  test('Clear asks first, counts what it takes, and leaves plants and what is held', async () => {
    await it.open()
    await add(1)
    it.server.store.holdNext()
    const held = add(2, 'Calathea')
    await it.held().first().waitFor()
    await it.button('Clear').click()
    await it.see('1 request will be gone, for everybody who uses this session.')
    await it.button('Cancel').and(it.page.locator(':focus')).waitFor()
    await it.button('Clear the log').click()
    await it.status('A page cleared the log')
    await it.rows().filter({ hasText: 'Calathea' }).waitFor()
    expect(await it.rows().count()).toBe(1)
    expect(it.server.store.requests).toMatchObject([{ inFlight: 'held' }])
    await it.tab('Plants')
    await it.plants().first().waitFor()
    await it.server.close()
    await held.catch(() => {})
  })

  test('The menu exports the requests, the journal, as JSON, with exact ids, and as HAR', async () => {
    await it.open()
    await it.post('{"id":9223372036854775807,"name":"Monstera"}')
    await it.newest().waitFor()
    await it.button('Menu').click()
    const save = async (name: string) => {
      const download = it.page.waitForEvent('download')
      await it.page.getByRole('link', { name }).click()
      const saved = await download
      return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') }
    }
    const json = await save('Export as JSON')
    expect(json.name).toBe('plant-store-requests.json')
    expect(json.text).toContain('"id":9223372036854775807')
    expect(JSON.parse(json.text)).toMatchObject([{ status: successStatus, method: 'POST' }])
    const har = await save('Export as HAR')
    expect(har.name).toBe('plant-store-requests.har')
    expect(JSON.parse(har.text).log.entries).toHaveLength(1)
    for (const { text } of [json, har]) expect(text).not.toContain(TOKEN)
  })

  test('A body that is sent again after a failure says so, and leads there', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    it.server.store.failNext({ status: 503 })
    await add(1)
    await add(2)
    await add(1)
    await numbered('#3')
      .getByText(/^the same body as #1, \d\.\d s after it failed$/)
      .waitFor()
    expect(await numbered('#2').getByText('the same body').count()).toBe(0)
    await it.select()
    await it
      .detail()
      .getByText(/^The same body as request #1, \d\.\d s after that one failed\.$/)
      .waitFor()
    await it.button('request #1').click()
    await it.detail().getByText('· request #1').waitFor()
    // After it was added, the same body is not another attempt.
    await add(1)
    await numbered('#4').waitFor()
    expect(await numbered('#4').getByText('the same body').count()).toBe(0)
  })

  test('A screen reader is told of requests that came, those during a wait included', async () => {
    await it.open()
    await it.page.clock.install()
    /** What is told of the requests up to one, once they have been collected. */
    const told = async (number: number, text: string) => {
      await numbered(`#${number}`).waitFor()
      await it.page.clock.fastForward(2_000)
      const status = it.page.getByRole('status').getByText(text, { exact: true })
      await status.waitFor({ state: 'attached' })
    }
    await add(1)
    await it.newest().waitFor()
    await add(2)
    await told(2, `2 requests, the first one POST with status ${successStatus}`)
    await it.select()
    await it.post('{"id":3}')
    await told(3, '1 request, the first one POST with status 400')
    const hold = it.server.store.holdNext()
    const answer = add(4, 'Hoya')
    await add(5)
    await told(5, 'Request 4 is held until it is released: {"id":4,"name":"Hoya"}')
    hold.release()
    await answer
    const empty = it.server.store.holdNext()
    const refused = it.post('')
    await told(6, 'Request 6 is held until it is released')
    empty.release()
    await refused
  })
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight + 1
}
