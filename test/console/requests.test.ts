// The list of requests: what a row shows, how one is found, and when the list stands still.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const add = (id: number, name = 'Monstera') => it.post(`{"id":${id},"name":"${name}"}`)
  const search = () => it.page.getByRole('searchbox', { name: 'Search the requests' })

  test('A row has the number that the log has', async () => {
    await it.open()
    await add(1)
    await add(2)
    await it.rows().nth(1).waitFor()
    expect(await it.rows().first().innerText()).toMatch(/^#2\s+200\s+POST \/plants/)
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

  test('A request without a response has no status', async () => {
    await it.open()
    it.server.store.failNext('network-error')
    await add(1).catch(() => {})
    await it.rows().filter({ hasText: 'none' }).filter({ hasText: 'a network error' }).waitFor()
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
      ['"id":8,"id":1', '#1'],
    ] as const) {
      await search().fill(words)
      await it.status('1 of 4')
      expect(await it.rows().allInnerTexts(), words).toEqual([expect.stringContaining(number)])
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

  test('The row that is read stays where it is, and new ones wait behind a button', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await add(id)
    await it.rows().nth(2).waitFor()
    const row = it.rows().filter({ hasText: '"id":2' })
    await it.select(row)
    // By its address alone, so that nothing but the open detail keeps the list still.
    await it.page.mouse.move(0, 0)
    await it.page.reload()
    await it.detail().getByText('"id": 2').waitFor()
    const before = await row.boundingBox()
    for (let id = 4; id <= 15; id++) await add(id)
    await it.button('↑ 12 new').waitFor()
    expect(await row.boundingBox()).toEqual(before)
    expect(await it.rows().count()).toBe(3)
    await it.button('↑ 12 new').click()
    await it.rows().nth(14).waitFor()
    expect(await it.button(/ new$/).count()).toBe(0)
    // The detail is still open, so the list stands still again.
    await add(16)
    await it.button('↑ 1 new').waitFor()
    await it.button('Close the request').click()
    await it.rows().nth(15).waitFor()
  })

  test('No row moves under the pointer, until it rests', async () => {
    await it.open()
    await add(1)
    await it.rows().first().hover()
    await add(2)
    await it.button('↑ 1 new').waitFor()
    expect(await it.rows().count()).toBe(1)
    await it.rows().nth(1).waitFor()
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
    await it.rows().filter({ hasText: '"id":31' }).waitFor()
    await add(32)
    await it.rows().filter({ hasText: '"id":32' }).waitFor()
  })

  test('A change of the filter shows what is new', async () => {
    await it.open()
    await add(1)
    await it.select()
    await it.post('{"id":2}')
    await it.button('↑ 1 new').waitFor()
    await it.page.getByLabel('Problems 1').check()
    await it.rows().filter({ hasText: 'name is required' }).waitFor()
    // Only what the filter lets through is new.
    await add(3)
    await it.post('{"id":4}')
    await it.status('2 of 4')
    await it.button('↑ 1 new').waitFor()
  })

  test('Of many, 200 are drawn, and older ones on demand', async () => {
    for (let id = 1; id <= 410; id++) await add(id)
    await it.open()
    await it.see('Show 200 older ones')
    expect(await it.rows().count()).toBe(200)
    await it.button('Show 200 older ones').click()
    await it.button('Show 10 older ones').click()
    await it.rows().nth(409).waitFor()
    expect(await it.rows().last().innerText()).toContain('"id":1,')
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
    const controller = new AbortController()
    const { signal } = controller
    const sent = it.client().addPlant({ id: 1, name: 'Calathea' }, { signal })
    await it.rows().filter({ hasText: 'wait' }).waitFor()
    await it.select()
    await it.detail().getByText('Delayed by the latency in force.').waitFor()
    expect(await it.button(/^Release/).count()).toBe(0)
    controller.abort()
    await sent
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
  })
})
