// The console says what is so, in every state.

import { startMockServer } from 'plant-store-client/mock/server'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('Two failures for all: the list has their order, and the first is what the next request meets', async () => {
    await it.open()
    await it.page.getByLabel('or all').check()
    await it.button(/^500/).click()
    await it.pending().first().waitFor()
    await it.button(/^No answer/).click()
    await it.pending().nth(1).waitFor()
    expect(await it.pending().locator('span').allInnerTexts()).toEqual([
      'Every request gets status 500.',
      'Apart from those, every request gets no answer.',
    ])
    await it.status('The next request gets status 500.')
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).response?.status).toBe(500)
  })

  test('A paused log with a new request is paused, not empty', async () => {
    await it.open()
    await it.button('Pause').click()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.see('1 new request is not shown.')
    expect(await it.page.getByText('No requests yet.').count()).toBe(0)
    const counter = it.page.locator('.log > .bar .pill')
    expect(await counter.innerText()).toBe('0')
    await it.button('Resume').click()
    await expect.poll(() => counter.innerText()).toBe('1')
  })

  test('A held request is counted, and nothing says that it is still to be held', async () => {
    await it.open()
    await it.button('Hold the next request').click()
    await it.status('The next request will be held.')
    const response = it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.waiting().first().waitFor()
    await it.page.getByLabel('All 1').waitFor()
    await it.status('Nothing is pending')
    expect(await it.page.getByText('will be held').count()).toBe(0)
    await it.button('Release request 1').click()
    await response
  })

  test('The seconds of a held request are those of the server, and end with it', async () => {
    await it.open()
    const hold = it.server.store.holdNext()
    const response = it.client().addPlant({ id: 1, name: 'Hoya' })
    await hold.arrived
    await it.page.addInitScript(() => {
      const { now } = Date
      Date.now = () => now() + 3_600_000
    })
    await it.page.reload()
    const seconds = it.waiting().locator('.duration')
    expect(await seconds.innerText()).toMatch(/^\d s$/)
    await expect.poll(() => seconds.innerText(), { timeout: 5_000 }).toMatch(/^[1-9] s$/)
    await it.server.close()
    await it.status('Reconnecting…')
    const last = await seconds.innerText()
    await it.page.waitForTimeout(2_100)
    expect(await seconds.innerText()).toBe(last)
    expect((await response).ok).toBe(false)
  })

  test('An invalid form shows no older answer, and can be sent as it is', async () => {
    await it.open()
    await it.tab('Send')
    await it.page.locator('#token').fill(TOKEN)
    await it.page.locator('#send').click()
    await it.status('Answered with')
    await it.page.getByRole('tabpanel').getByLabel('id').fill('seven')
    await expect.poll(() => it.page.getByText('Answered with').count()).toBe(0)
    await it.page.locator('#send').click()
    await it.see('id must be a whole number.')
    await it.button('Send it as it is').click()
    await it.status('Answered with 400.')
    expect(it.server.store.requests.at(-1)).toMatchObject({ body: { id: 'seven' } })
  })

  test('A request that got a 401 gets it again when it is repeated', async () => {
    await it.open()
    await it.tab('Send')
    await it.page.locator('#token').fill(TOKEN)
    await it.post('{"id":1,"name":"Hoya"}', { authorization: 'Bearer wrong' })
    await it.expandFirst()
    await it.button('Repeat').click()
    await it.status('answered with 401. The mock keeps no token: another that it refuses was sent.')
  })

  test('A request with a malformed token gets the same answer when it is repeated', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}', { authorization: 'Bearer two words' })
    await it.expandFirst()
    await it.button('Repeat').click()
    await it.status('answered with 400. The mock keeps no token: another that it refuses was sent.')
  })

  test('A repeated request says that its token is that of the Send tab', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.expandFirst()
    await it.button('Repeat').click()
    await it.status('answered with 401. The mock keeps no token: that of the Send tab was sent.')
  })

  test('A request for a path like that of another server is repeated at the mock', async () => {
    await it.open()
    await fetch(`${it.server.url}//evil.test/plants`, { method: 'POST' })
    await it.expandFirst()
    await it.button('Repeat').click()
    await it.status('answered with 404.')
  })

  test('A request without a token is repeated without one', async () => {
    await it.open()
    await fetch(`${it.server.url}/plants`, { method: 'POST', body: '{}' })
    await it.expandFirst()
    await it.button('Repeat').click()
    await it.status(/answered with 401\.$/)
    expect(it.server.store.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  test('A message stands in the part that was clicked', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    const says = (part: Locator, text: string) =>
      part.getByRole('status').filter({ hasText: text }).waitFor()
    await it.button(/^503/).click()
    await says(it.page.getByRole('tabpanel'), 'Added.')
    await it.expandFirst()
    await it.button('Repeat').click()
    await says(it.rows().last(), 'The request was repeated')
    await it.tab('Settings')
    await it.button('Apply').click()
    await says(it.page.getByRole('tabpanel'), 'The settings were changed.')
    await it.button('Clear log').click()
    await says(it.page.getByRole('region', { name: 'Requests' }), 'The log was cleared.')
  })

  test('An opened row says its status once', async () => {
    await it.open()
    await it.post('{"id":1}')
    const row = await it.expandFirst()
    const text = await row.evaluate(element => {
      const copy = element.cloneNode(true) as HTMLElement
      for (const body of copy.querySelectorAll('pre')) body.remove()
      return copy.textContent
    })
    expect(text.match(/400/g)).toHaveLength(1)
  })

  test('A row of a refused or failed request shows its plant, and ignored fields', async () => {
    await it.open()
    await it.post('{"id":7,"nme":"Hoya"}')
    const row = it.rows().first().locator('.row')
    await row.getByText('"nme":"Hoya"').waitFor()
    await row.getByText('name is required').waitFor()
    it.server.store.failNext({ status: 503 })
    await it.post('{"id":8,"name":"Calathea"}')
    await it.rows().filter({ hasText: 'Failed on command' }).getByText('Calathea').waitFor()
    await it.post('{"id":9,"name":"Aloe","tga":"x"}')
    await it.rows().first().getByText('ignored: tga').waitFor()
  })

  test('A reset of a mock with nothing to lose asks nothing', async () => {
    await it.server.close()
    it.server = await startMockServer({ port: 0, plants: [{ id: 1, name: 'Hoya' }] })
    await it.open()
    await it.plants().first().waitFor()
    await it.button(/^Reset$/).click()
    await it.status('The mock was reset.')
    expect(await it.button('Undo').count()).toBe(0)
  })
})
