// The log of the console: what it shows of a request, and how one is found in it.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('A request shows both bodies at once, and its headers on demand', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera","tag":"tropical"}')
    const row = it.rows().first()
    await row.locator('.row').click()
    await row.getByRole('heading', { name: /^Response in \d/ }).waitFor()
    const body = row.getByRole('group', { name: 'Body of request 1' })
    expect(await body.innerText()).toBe(
      '{\n  "id": 1,\n  "name": "Monstera",\n  "tag": "tropical"\n}',
    )
    const answer = row.getByRole('group', { name: 'Body of response 1' })
    expect(JSON.parse(await answer.innerText())).toEqual({ name: 'Monstera', tag: 'tropical' })
    expect(await row.getByText('Bearer [redacted]').isVisible()).toBe(false)
    await row
      .getByText(/^\d+ headers$/)
      .first()
      .click()
    await row.getByText('Bearer [redacted]').waitFor()
  })

  test('Refused and failed requests show their body and their answer too', async () => {
    await it.open()
    await it.post('{"id":1}')
    it.server.store.failNext({ status: 503, body: 'down for a moment' })
    await it.post('{"id":2,"name":"Hoya"}')
    const [failed, refused] = [it.rows().nth(0), it.rows().nth(1)]
    await refused.locator('.row').click()
    await refused.getByText('Refused: Not a plant: /name is required').waitFor()
    await refused.getByRole('group', { name: 'Body of request 1' }).getByText('"id": 1').waitFor()
    await refused.getByRole('group', { name: 'Body of response 1' }).getByText('"error"').waitFor()
    await failed.locator('.row').click()
    await failed.getByText('Failed on command. No plant was added.').waitFor()
    await failed.getByRole('group', { name: 'Body of request 2' }).getByText('Hoya').waitFor()
    await failed.getByText('down for a moment').waitFor()
  })

  test('A request without a response has no status', async () => {
    await it.open()
    it.server.store.failNext('network-error')
    await it.post('{"id":1,"name":"Hoya"}').catch(() => {})
    await it.rows().filter({ hasText: 'none' }).filter({ hasText: 'a network error' }).waitFor()
    await it.page.getByLabel(/^No response/).check()
    expect(await it.shownRows().count()).toBe(1)
  })

  test('Requests are searched by path, both bodies and reason', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.post('{"id":2,"name":"Hoya"}')
    await it.post('{"id":3}')
    await fetch(`${it.server.url}/flowers`)
    await it.rows().nth(3).waitFor()
    const search = it.page.getByRole('searchbox')
    for (const [words, status] of [
      ['HOYA', String(successStatus)],
      ['name is required', '400'],
      ['flowers', '404'],
      ['"error":400', '400'],
    ] as const) {
      await search.fill(words)
      await it.page.waitForFunction(
        () => document.querySelectorAll('#rows > li:not([hidden])').length === 1,
      )
      expect(await it.page.locator('#rows > li:not([hidden])').textContent()).toContain(status)
    }
    await search.fill('nothing like it')
    await it.see('No request matches.')
    await it.button('Show all requests').click()
    await it.rows().nth(3).waitFor()
    expect(await it.shownRows().count()).toBe(4)
    await search.fill('hoya')
    await search.press('Escape')
    await expect.poll(() => it.shownRows().count()).toBe(4)
  })

  test('Counts by status tell what there is, and filter it', async () => {
    await it.open()
    for (const id of [1, 2, 3]) await it.post(`{"id":${id},"name":"Monstera"}`)
    await it.post('{"id":4}')
    it.server.store.failNext('malformed-json')
    await it.post('{"id":5,"name":"Hoya"}')
    for (const [label, count] of [
      ['All 5', 5],
      ['Problems 2', 2],
      ['2xx 4', 4],
      ['4xx 1', 1],
      ['Failures 1', 1],
    ] as const) {
      await it.page.getByLabel(label).check()
      expect(await it.shownRows().count()).toBe(count)
    }
    expect(await it.page.getByLabel(/^5xx/).isVisible()).toBe(false)
    await it.page.getByLabel('Problems').check()
    await it.post('{"id":6,"name":"Monstera"}')
    await it.page.getByLabel('2xx 5').waitFor()
    expect(await it.shownRows().count()).toBe(2)
  })

  test('A held request waits with a clock, and is released in the page', async () => {
    await it.open()
    const hold = it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 1, name: 'Calathea' })
    await hold.arrived
    const row = it.waiting().filter({ hasText: 'Calathea' })
    await row.getByText(/^\d+ s$/).waitFor()
    await row.locator('.row').click()
    await row.getByText('Held until it is released.').waitFor()
    await it.button('Release request 1').click()
    await it.status('Request 1 was released.')
    expect((await answer).ok).toBe(true)
    await it.rows().filter({ hasText: 'Calathea' }).waitFor()
    expect(await it.waiting().count()).toBe(0)
    // It is still expanded.
    await it
      .rows()
      .first()
      .getByRole('heading', { name: /^Response/ })
      .waitFor()
  })

  test('A held request is failed in the page', async () => {
    await it.open()
    const hold = it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 1, name: 'Calathea' })
    await hold.arrived
    await it.page.getByLabel('Failure of request 1').selectOption('status 503')
    await it.button('Fail request 1').click()
    await it.status('Request 1 was released with status 503.')
    expect((await answer).response?.status).toBe(503)
  })

  test('A delayed request waits too, without anything to release', async () => {
    it.server.store.failNext({ status: 400 })
    await it.open()
    await fetch(`${it.consoleUrl}/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"latency":60000}',
    })
    const controller = new AbortController()
    const { signal } = controller
    const sent = it.client().addPlant({ id: 1, name: 'Calathea' }, { signal })
    await it.waiting().filter({ hasText: 'wait' }).waitFor()
    expect(await it.waiting().getByRole('button').count()).toBe(0)
    controller.abort()
    await sent
  })

  test('Clear log empties the log alone', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.rows().first().waitFor()
    await it.button('Clear log').click()
    await it.status('The log was cleared.')
    await it.see('No requests yet.')
    expect(await it.rows().count()).toBe(0)
    await it.plants().first().waitFor()
    expect(it.server.store.requests).toEqual([])
    await it.post('{"id":2,"name":"Hoya"}')
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

  test('A pause holds the log still while a screen reader is told nothing', async () => {
    await it.open()
    await it.button('Pause').click()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.button('Resume (1 new)').click()
    await it.rows().first().waitFor()
    await it.page
      .getByRole('status')
      .filter({ hasText: `1 request, the first one POST with status ${successStatus}` })
      .waitFor({ state: 'attached' })
  })

  test('Marks that change the direction of text are shown, and change nothing', async () => {
    await it.open()
    await it.post('{"id":1,"name":"\u202egpj.exe"}')
    await it.plants().filter({ hasText: '\\u202egpj.exe' }).waitFor()
    const row = it.rows().filter({ hasText: '{"id":1,"name":"\\u202egpj.exe"}' })
    await row.locator('.row').click()
    const body = row.getByRole('group', { name: 'Body of request 1' })
    expect(await body.textContent()).toContain('"name": "\\u202egpj.exe"')
    expect(await it.page.getByRole('main').textContent()).not.toContain('\u202e')
  })
})
