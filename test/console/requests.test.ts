// The list of requests: what a row shows, how one is found, and when the list stands still.

import { readFile } from 'node:fs/promises'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const add = (id: number, name = 'Monstera') => it.post(`{"id":${id},"name":"${name}"}`)
  const numbered = (number: string) =>
    it.rows().filter({ has: it.page.getByText(number, { exact: true }) })
  const search = () => it.page.getByRole('searchbox', { name: 'Search the requests' })

  test('A row has the number that the log has', async () => {
    await it.open()
    await add(1)
    await add(2)
    await it.rows().nth(1).waitFor()
    expect(await it.rows().first().innerText()).toMatch(/^#2\s+200\s+2\s+Monstera/)
  })

  test('A row of a refused or failed request shows its plant, and ignored fields', async () => {
    await it.open()
    await it.post('{"id":7,"nme":"Hoya"}')
    await it.rows().first().getByText('"nme":"Hoya"').waitFor()
    await it.rows().first().getByText('name is required').waitFor()
    it.server.store.failNext({ status: 503 })
    await add(8, 'Calathea')
    await it.rows().filter({ hasText: 'Injected failure' }).getByText('Calathea').waitFor()
    await it.post('{"id":9,"name":"Aloe","tga":"x"}')
    await it.rows().first().getByText('ignored: tga').waitFor()
  })

  test('A row and its detail have the time of day at which the request arrived', async () => {
    await it.open()
    await add(1)
    const [request] = it.server.store.requests
    const time = request?.time.toTimeString().slice(0, 8) ?? ''
    expect(await it.rows().first().locator('time').innerText()).toBe(time)
    await it.select()
    await it.detail().getByText(time).first().waitFor()
  })

  test('The columns of rows align, whatever is in them', async () => {
    await it.open({ viewport: { width: 1440, height: 900 } })
    const name = 'Sansevieria trifasciata'
    await it.post(`{"id":9223372036854775807,"name":"${name}","tag":"succulent"}`)
    await add(2, 'Hoya')
    it.server.store.failNext({ status: 503 })
    await it.post('{"id":3,"name":"Ficus","tag":"tree"}')
    it.server.store.failNext('network-error')
    await add(4, 'Aloe').catch(() => {})
    await it.post('{"id":1234567890123456,"name":"Fern","tag":"","tga":"x"}')
    await it.rows().nth(4).waitFor()
    for (const part of [
      '.number',
      '.status',
      '.id',
      '.name',
      '.tag',
      '.what',
      '.duration',
      'time',
    ]) {
      const xs = await it
        .rows()
        .locator(part)
        .evaluateAll(elements => elements.map(each => each.getBoundingClientRect().x))
      expect(new Set(xs).size, `${part}: ${xs}`).toBe(1)
    }
    expect(await it.rows().locator('.json').count()).toBe(0)
    const texts = await it
      .rows()
      .locator('.id, .name')
      .evaluateAll(elements =>
        elements
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
    expect(texts).toEqual([])
  })

  test('Next to an open detail the plant is still told by its id and name', async () => {
    await it.open({ viewport: { width: 1280, height: 720 } })
    it.server.store.failNext('malformed-json')
    await it.post('{"id":1234567890123456,"name":"Monstera deliciosa","tag":"tropical"}')
    await it.select()
    const row = it.rows().first()
    for (const text of ['1234567890123456', 'Monstera deliciosa', 'Malformed JSON']) {
      const cell = row.getByText(text, { exact: true })
      expect(await cell.evaluate(cell => cell.scrollWidth - cell.clientWidth), text).toBe(0)
    }
    const id = row.getByText('1234567890123456')
    expect(await id.evaluate(cell => cell.getClientRects().length)).toBe(1)
    expect(await row.innerText()).not.toContain('Injected failure')
  })

  test('Raw JSON stands only where the body is no plant, and a path only where it is not the usual one', async () => {
    await it.open()
    await it.post('{"id":"x"}')
    await it.post('no json')
    await fetch(`${it.server.url}/flowers?q=1`)
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const body = '{"id":1,"name":"Hoya"}'
    await fetch(`${it.server.url}/shrubs`, { method: 'POST', headers, body })
    for (const value of ['null', '[]', '7']) await it.post(value)
    await it.rows().nth(6).waitFor()
    const texts = (await it.rows().allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
    expect(texts[0]).toMatch(/^#7 400 7 /)
    expect(texts[1]).toMatch(/^#6 400 \[\] /)
    expect(texts[2]).toMatch(/^#5 400 null /)
    const lines = texts.slice(3)
    expect(lines[0]).toMatch(/^#4 404 1 Hoya POST \/shrubs There is nothing at/)
    expect(lines[1]).toMatch(/^#3 404 GET \/flowers\?q=1 There is nothing at/)
    expect(lines[2]).toMatch(/^#2 400 no json The body is not JSON/)
    expect(lines[3]).toMatch(/^#1 400 \{"id":"x"\} Not a plant/)
  })

  test('none, wait and held say why', async () => {
    await it.open()
    const { store } = it.server
    const expectWhy = async (status: string, why: string) => {
      const row = it.rows().first()
      await row.getByText(status, { exact: true }).waitFor()
      await row.getByText(why).waitFor()
      expect(await row.locator('.status').getAttribute('title')).toContain(why)
    }
    const hold = store.holdNext()
    const leave = new AbortController()
    const held = it.client().addPlant({ id: 1, name: 'Hoya' }, { signal: leave.signal })
    await hold.arrived
    await expectWhy('held', 'Held until it is released')
    leave.abort()
    await held
    await expectWhy('none', 'The client disconnected')
    store.failNext('no-answer')
    const end = new AbortController()
    const waiting = it.client().addPlant({ id: 2, name: 'Hoya' }, { signal: end.signal })
    await expectWhy('wait', 'Without an answer until its client leaves')
    end.abort()
    await waiting
    await expectWhy('none', 'The client disconnected')
    await it.rows().first().getByText('No answer. The client disconnected').waitFor()
  })

  test('A request without a response has no status', async () => {
    await it.open()
    it.server.store.failNext('network-error')
    await add(1).catch(() => {})
    await it.rows().filter({ hasText: 'none' }).filter({ hasText: 'Network error' }).waitFor()
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
      await search().fill(words)
      await it.status('1 of 4')
      expect(await it.rows().allInnerTexts(), words).toEqual([expect.stringContaining(number)])
    }
    // Names of headers are in every request, and so would find every one.
    for (const words of ['authorization', 'content-type', 'vary', 'flowers 200']) {
      await search().fill(words)
      await it.status('0 of 4')
    }
    await search().fill('nothing like it')
    await it.see('No request matches.')
    await it.status('0 of 4')
    await it.button('Show all requests').click()
    await it.rows().nth(3).waitFor()
    await search().fill('hoya')
    await search().press('Escape')
    await it.rows().nth(3).waitFor()
  })

  test('Problems hides the rest', async () => {
    await it.open()
    await add(1)
    await it.rows().first().waitFor()
    await it.page.getByLabel('Problems 0').check()
    await it.see('No request matches.')
    await fetch(`${it.server.url}/plants`)
    await it.rows().filter({ hasText: '405' }).waitFor()
    await it.page.getByLabel('Problems 1').waitFor()
    await it.status('1 of 2')
    expect(await it.rows().count()).toBe(1)
    // A link leads to them.
    await expect.poll(() => new URL(it.page.url()).hash).toBe('#problems=')
    await it.page.reload()
    await it.status('1 of 2')
  })

  test('The list goes on next to an open detail, whose row stays marked', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await add(id)
    await it.rows().nth(2).waitFor()
    const row = numbered('#2')
    await it.select(row)
    await it.page.mouse.move(700, 300)
    for (let id = 4; id <= 15; id++) await add(id)
    await it.rows().nth(14).waitFor()
    expect(await it.button(/ new$/).count()).toBe(0)
    expect(await it.rows().nth(13).locator('[aria-current]').innerText()).toContain('#2')
    await it.detail().getByText('"id": 2').waitFor()
  })

  test('No row moves while the pointer is in the list, and new ones wait behind a button', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await add(id)
    await it.rows().nth(2).waitFor()
    const row = numbered('#2')
    await row.hover()
    const before = await row.boundingBox()
    for (let id = 4; id <= 15; id++) await add(id)
    await it.button('↑ 12 new').waitFor()
    expect(await row.boundingBox()).toEqual(before)
    expect(await it.rows().count()).toBe(3)
    await it.button('↑ 12 new').click()
    await it.rows().nth(14).waitFor()
    expect(await it.button(/ new$/).count()).toBe(0)
    await row.hover()
    await add(16)
    await it.button('↑ 1 new').waitFor()
    await it.page.mouse.move(0, 0)
    await it.rows().nth(15).waitFor()
    // A pointer that rests there while its owner works in another window reads nothing.
    await row.hover()
    await add(17)
    await it.button('↑ 1 new').waitFor()
    await it.page.evaluate(() => dispatchEvent(new Event('blur')))
    await it.rows().nth(16).waitFor()
    // Whoever leaves for a moment reads on. Requests are announced later than that.
    await row.hover()
    await it.page.mouse.move(0, 0)
    await row.hover()
    await add(18)
    await it.status('1 request, the first one POST with status 200')
    expect(await it.button('↑ 1 new').count()).toBe(1)
  })

  test('A row does not move between press and release, by touch either', async () => {
    await it.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await add(1)
    const link = it.rows().first().getByRole('link')
    const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
    const touch = await it.page.context().newCDPSession(it.page)
    const touchPoints = [{ x: x + 20, y: y + 20 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await add(2)
    await it.button('↑ 1 new').waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await it.detail().getByText('· request #1').waitFor()
  })

  test('A list that is scrolled stands still, and the button leads back to its top', async () => {
    await it.open({ viewport: { width: 1280, height: 400 } })
    for (let id = 1; id <= 30; id++) await add(id)
    await it.rows().nth(29).waitFor()
    await it.rows().last().scrollIntoViewIfNeeded()
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    for (const _ of ['scroll', 'draw']) await it.page.evaluate(frame)
    await add(31)
    await it.button('↑ 1 new').click()
    await numbered('#31').waitFor()
    await add(32)
    await numbered('#32').waitFor()
  })

  test('A change of the filter shows what is new', async () => {
    await it.open()
    await add(1)
    await it.rows().first().hover()
    await it.post('{"id":2}')
    await it.button('↑ 1 new').waitFor()
    await it.page.getByLabel('Problems 1').press('Space') // the pointer stays in the list
    await it.rows().filter({ hasText: 'name is required' }).waitFor()
    // Only what the filter lets through is new.
    await add(3)
    await it.post('{"id":4}')
    await it.status('2 of 4')
    await it.button('↑ 1 new').waitFor()
    await it.page.getByLabel('All', { exact: true }).press('Space')
    await it.rows().nth(3).waitFor()
  })

  test('Of many, 200 are drawn, and older ones on demand', async () => {
    for (let id = 1; id <= 410; id++) await add(id)
    await it.open()
    await it.see('Show 200 older ones')
    expect(await it.rows().count()).toBe(200)
    await it.button('Show 200 older ones').click()
    await it.button('Show 10 older ones').click()
    await it.rows().nth(409).waitFor()
    expect(await it.rows().last().innerText()).toContain('#1')
  })

  test('A held request is listed when it arrives, and keeps its place when it is answered', async () => {
    await it.open()
    const hold = it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 1, name: 'Calathea' })
    await hold.arrived
    await add(2)
    await it.rows().nth(1).waitFor()
    expect(await it.rows().last().innerText()).toMatch(/^#1\s+held/)
    hold.release()
    await answer
    await expect.poll(() => it.rows().last().innerText()).toMatch(/^#1\s+200/)
  })

  test('A delayed request waits, without anything to release', async () => {
    it.server.store.failNext({ status: 400 })
    await it.open()
    it.server.store.updateSettings({ latency: 60_000 })
    await it.see('Each request waits 60000 ms.')
    const controller = new AbortController()
    const { signal } = controller
    const sent = it.client().addPlant({ id: 1, name: 'Calathea' }, { signal })
    await it.rows().filter({ hasText: 'wait' }).waitFor()
    await it.select()
    it.server.store.updateSettings({ latency: 0 })
    await it.page.getByText('Each request waits').waitFor({ state: 'hidden' })
    await it.detail().getByText('Delayed by its latency.').waitFor()
    await it.dialog('Settings')
    await it.see('New requests are neither delayed nor failed at random.')
    await it.page.keyboard.press('Escape')
    await search().fill('calathea wait')
    await it.page.getByText('1 of 1', { exact: true }).waitFor()
    expect(await it.button(/^Release/).count()).toBe(0)
    controller.abort()
    await sent
  })

  test('A request that is released is kept when the log drops what ended before it', async () => {
    await it.server.close()
    it.server = await startMockServer({ port: 0, accessTokens: [TOKEN], maxRequests: 3 })
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
    expect(await it.rows().locator('.number').allInnerTexts()).toEqual(['#5', '#4', '#1'])
  })

  test('Clear counts what it takes, not what is held, which stays', async () => {
    await it.open()
    await add(1)
    it.server.store.holdNext()
    const held = add(2, 'Calathea')
    await it.held().first().waitFor()
    await search().fill('calathea held')
    await it.page.getByText('1 of 2', { exact: true }).waitFor()
    await search().fill('')
    await it.button('Clear').click()
    await it.see('1 request will be gone, for everybody who uses this session.')
    await it.button('Clear the log').click()
    await it.status('A page cleared the log')
    await it.rows().filter({ hasText: 'Calathea' }).waitFor()
    await it.server.close()
    await held.catch(() => {})
  })

  test('A row whose body is not kept says why', async () => {
    await it.open()
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const body = new Uint8Array([0xff, 0xfe])
    await fetch(`${it.server.url}/plants`, { method: 'POST', headers, body })
    await it.rows().first().getByText('body not kept: not UTF-8').waitFor()
  })

  test('Clear empties the log alone, and asks first if there is something in it', async () => {
    await it.open()
    await add(1)
    await it.rows().first().waitFor()
    await it.button('Clear').click()
    await it.see('1 request will be gone, for everybody who uses this session.')
    await it.button('Cancel').and(it.page.locator(':focus')).waitFor()
    await it.button('Clear the log').click()
    await it.status('A page cleared the log')
    await it.see('No requests yet.')
    expect(await it.rows().count()).toBe(0)
    await it.plants().first().waitFor()
    expect(it.server.store.requests).toEqual([])
    await add(2, 'Hoya')
    await it.rows().filter({ hasText: 'Hoya' }).waitFor()
    expect(await it.rows().count()).toBe(1)
  })

  test('Export saves the journal as JSON, with exact ids', async () => {
    await it.open()
    await it.post('{"id":9223372036854775807,"name":"Monstera"}')
    await it.rows().first().waitFor()
    const download = it.page.waitForEvent('download')
    await it.page.getByRole('link', { name: 'Export' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('plant-store-requests.json')
    const text = await readFile(await saved.path(), 'utf8')
    expect(text).toContain('"id":9223372036854775807')
    expect(JSON.parse(text)).toMatchObject([{ status: successStatus, method: 'POST' }])
    expect(text).not.toContain(TOKEN)
  })

  test('A screen reader is told of requests that came, those during a wait included', async () => {
    await it.open()
    await add(1)
    await it.rows().first().waitFor()
    await add(2)
    await it.page
      .getByRole('status')
      .filter({ hasText: `2 requests, the first one POST with status ${successStatus}` })
      .waitFor({ state: 'attached' })
    await it.select()
    await it.post('{"id":3}')
    await it.page
      .getByRole('status')
      .filter({ hasText: '1 request, the first one POST with status 400' })
      .waitFor({ state: 'attached' })
    const hold = it.server.store.holdNext()
    const answer = add(4, 'Hoya')
    await add(5)
    await it.page
      .getByRole('status')
      .filter({ hasText: 'Request 4 is held until it is released: {"id":4,"name":"Hoya"}' })
      .waitFor({ state: 'attached' })
    hold.release()
    await answer
    const empty = it.server.store.holdNext()
    const refused = it.post('')
    await it.page
      .getByRole('status')
      .getByText('Request 6 is held until it is released', { exact: true })
      .waitFor({ state: 'attached' })
    empty.release()
    await refused
  })
})
