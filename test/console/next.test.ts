// What happens next: failures, holds, settings, and requests that the page sends.

import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { heldRequest } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const next = () => it.page.getByRole('region', { name: 'Next requests' })

  test('A failure can be for several requests, let some pass, and aim at a plant', async () => {
    await it.open()
    await it.aim()
    await it.page.getByLabel('Fail the next').fill('2')
    await it.page.getByLabel('Let pass first').fill('1')
    const match = it.page.getByRole('group', { name: 'Only a plant with' })
    await match.getByLabel('id').fill('9007199254740993')
    await match.getByLabel('name').fill('Hoya')
    await it.button('500').click()
    const sentence =
      'Status 500: after 1 request with id 9007199254740993 and name "Hoya", the next 2 of them.'
    await it.scheduled().filter({ hasText: sentence }).waitFor()
    const statuses = []
    for (const [id, name] of [
      [9007199254740993n, 'Hoya'],
      [9007199254740993n, 'Monstera'],
      [9007199254740992n, 'Hoya'],
      [9007199254740993n, 'Hoya'],
      [9007199254740993n, 'Hoya'],
    ] as const)
      statuses.push((await it.client().addPlant({ id, name })).response?.status)
    expect(statuses).toEqual([successStatus, successStatus, successStatus, 500, 500])
    await it.see('Nothing is scheduled')
  })

  test('A failure can have any status, headers and body', async () => {
    await it.open()
    const fill = async (fields: Record<string, string>) => {
      const dialog = await it.other()
      for (const [label, text] of Object.entries(fields))
        await dialog.getByLabel(label, { exact: true }).fill(text)
      return dialog
    }
    const choose = async () => {
      await it.button('Fail with this').click()
      await it.page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await fill({
      Status: '418',
      Headers: 'Retry-After: 7\nX-Tea: Earl: Grey',
      Body: '{"id":9007199254740993}',
    })
    await choose()
    await it.see(
      'Status 418 (Retry-After: 7; X-Tea: Earl: Grey; body {"id":9007199254740993}): the next request.',
    )
    const response = await it.post('{"id":1,"name":"Hoya"}')
    expect(response.status).toBe(418)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('x-tea')).toBe('Earl: Grey')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('{"id":9007199254740993}')
    await fill({ Body: 'plain text' })
    await choose()
    expect(await (await it.post('{"id":1,"name":"Hoya"}')).text()).toBe('plain text')
    await (await fill({})).getByLabel('empty body').check()
    await choose()
    expect(await (await it.post('{"id":1,"name":"Hoya"}')).text()).toBe('')
  })

  test('What is scheduled is said, even if a request uses it at once', async () => {
    await it.open()
    // Before the page is told of what is scheduled, it has been used.
    await it.page.route('**/failures', async route => {
      const response = await route.fetch()
      await it.post('{"id":1,"name":"Hoya"}')
      await route.fulfill({ response })
    })
    await it.button('503').click()
    await it.status('A failure was scheduled.')
    await it.page.unroute('**/failures')
    await it.select()
    // Both stay for a moment only.
    await Promise.all([
      it.detail().getByRole('status').filter({ hasText: 'Scheduled' }).waitFor(),
      it.button('Scheduled').waitFor(),
      it.button('Answer the next one like this').click(),
    ])
    await it.tab('Next')
    await it.button('Hold').click()
    await it.status('A hold was scheduled.')
  })

  test('A response that the mock refuses stays as it was typed, until it is accepted', async () => {
    await it.open()
    const hold = it.server.store.holdNext()
    const sent = it.client().addPlant({ id: 1, name: 'Hoya' })
    await heldRequest(hold, sent)
    await it.page.getByLabel('Answer of request 1').selectOption('with a response of your own…')
    const many = Array.from({ length: 101 }, (_, index) => `x-${index}: 1`).join('\n')
    for (const [opener, button] of [
      [() => it.other(), 'Fail with this'],
      [() => it.dialog('Release request 1'), 'Answer with this'],
    ] as const) {
      const dialog = await opener()
      await dialog.getByLabel('Headers').fill(many)
      await it.button(button).click()
      await dialog.getByRole('status').filter({ hasText: '100' }).waitFor()
      expect(await dialog.getByLabel('Headers').inputValue()).toBe(many)
      await dialog.getByLabel('Headers').fill('x-tea: yes')
      await it.button(button).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    expect((await sent).response?.headers.get('x-tea')).toBe('yes')
  })

  test('A wrong field has the focus and says what is wrong, and its form is not sent', async () => {
    await it.open()
    const expectWrong = async (label: string, value: string, button: string, text = /./) => {
      const input = it.page.getByRole('dialog').getByLabel(label)
      await input.fill(value)
      await it.button(button).last().click()
      await input.and(it.page.locator(':focus')).waitFor()
      const said = await input.evaluate((field: HTMLInputElement) => field.validationMessage)
      expect(said).toMatch(text)
    }
    await it.other()
    for (const status of ['99', '600', '418.5', ''])
      await expectWrong('Status', status, 'Fail with this')
    await it.page.getByLabel('Status').fill('418')
    await expectWrong('Headers', 'no colon', 'Fail with this', /^This is not a header: no colon$/)
    await expectWrong('Headers', 'no:colon\nä: 1', 'Fail with this', /^This is not a header: ä: 1$/)
    const cookies = 'Set-Cookie: a=1\nset-cookie: b=2'
    await expectWrong('Headers', cookies, 'Fail with this', /^Enter at most one Set-Cookie\.$/)
    await it.button('Close').click()
    await it.dialog('Settings')
    await expectWrong('Random failures', '150', 'Apply')
    await it.page.getByLabel('Random failures').fill('0')
    await expectWrong('Latency from', '-1', 'Apply')
    await it.page.getByLabel('Latency from').fill('200')
    for (const wrong of ['0', '199']) await expectWrong('Latency to', wrong, 'Apply', /200/)
    const state = await (await fetch(`${it.consoleUrl}/health`)).json()
    expect(state).toMatchObject({ scheduled: [], settings: { latency: [0, 0], failureRate: 0 } })
  })

  test('What the mock refuses is said in its words, next to what was clicked', async () => {
    await it.open()
    await it.aim()
    await it.page.getByLabel('Fail the next').fill('0')
    await next().getByRole('group', { name: 'Only a plant with' }).getByLabel('id').fill('seven')
    await it.button('503').click()
    await next()
      .getByRole('status')
      .filter({ hasText: 'times must be a positive integer' })
      .waitFor()
    await it.status('match/id must be an integer')
    const dialog = await it.dialog('Settings')
    await dialog.getByLabel('Latency from').fill('200')
    await dialog.getByLabel('Latency to').fill('1e12')
    await it.button('Apply').click()
    await dialog.getByRole('status').filter({ hasText: 'latency must be' }).waitFor()
    expect(await dialog.getByLabel('Latency from').inputValue()).toBe('200')
  })

  test('Settings change at once, and stand where the next requests are', async () => {
    await it.open()
    const dialog = await it.dialog('Settings')
    await dialog.getByLabel('Latency from').fill('1')
    await dialog.getByLabel('Latency to').fill('5')
    await dialog.getByLabel('Random failures').fill('100')
    await dialog.getByLabel('Reject an id that exists').check()
    await it.button('Apply').click()
    await it.status('The settings were changed.')
    await it.page.keyboard.press('Escape')
    await next().getByText('Each request waits 1 to 5 ms. 100 % fail at random.').waitFor()
    expect((await it.client().addPlant({ id: 1, name: 'Monstera' })).ok).toBe(false)
    const again = await it.dialog('Settings')
    expect(await again.getByLabel('Latency to').inputValue()).toBe('5')
    expect(await again.getByLabel('Random failures').inputValue()).toBe('100')
    expect(await again.getByLabel('Reject an id that exists').isChecked()).toBe(true)
    await it.page.keyboard.press('Escape')
    it.server.store.updateSettings({ failureRate: 0 })
    await next().getByText('100 %').waitFor({ state: 'hidden' })
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).ok).toBe(true)
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).response?.status).toBe(400)
  })

  test('What is scheduled, also for all requests, is removed one by one, or all at once', async () => {
    await it.open()
    for (const [index, name] of ['503', 'No answer', 'Hold'].entries()) {
      await it.button(name).click()
      await it.scheduled().nth(index).waitFor()
    }
    await it.button('Remove: No answer: the next request.').click()
    await it.button('Remove: Held: the next request.').click()
    await expect.poll(() => it.scheduled().count()).toBe(1)
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).response?.status).toBe(503)
    await it.aim()
    await it.page.getByLabel('or all').check()
    await it.button('400').click()
    await it.button('Remove: Status 400: every request.').waitFor()
    // A hold is for one request, so the form does not offer it, and says why.
    await it.button('Hold').press('Enter')
    await it.status('A hold is for one request, and lets none pass')
    expect(it.server.store.scheduled).toHaveLength(1)
    await it.page.getByLabel('or all').uncheck()
    await it.button('Hold').click()
    await it.scheduled().nth(1).waitFor()
    await it.button('Remove all').click()
    await it.see('Nothing is scheduled')
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).ok).toBe(true)
    await it.button('503').click()
    await it.button('Remove: Status 503: the next request.').waitFor()
  })

  test('What was used stays for a moment, struck through, with the request that used it; its ✕ says nothing', async () => {
    await it.open()
    it.server.store.failNext({ status: 503 })
    it.server.store.failNext({ status: 503 }, { match: { id: 7 } })
    await it.scheduled().nth(1).waitFor()
    const { y } = (await it.scheduled().nth(1).boundingBox()) ?? {}
    await it.post('{"id":7,"name":"Hoya"}')
    await it.over().getByRole('button', { name: 'used by #1' }).waitFor()
    // Equal failures are told apart, and what is below has not moved.
    expect((await it.scheduled().boundingBox())?.y).toBe(y)
    // At once: it stays for two seconds.
    await it
      .over()
      .getByRole('button')
      .evaluate((button: HTMLElement) => button.click())
    await it.detail().getByText('Injected failure. No plant was added.').waitFor()
    await it.tab('Next')
    await it.over().waitFor({ state: 'detached' })
    expect(await it.scheduled().count()).toBe(1)
    await it.page.route('**/failures/*', async route => {
      await it.post('{"id":7,"name":"Hoya"}')
      await route.continue()
    })
    await it.button(/^Remove:/).click()
    await it.over().getByText('used by #2').waitFor()
    expect(await it.page.locator('.message[data-tone=bad]').count()).toBe(0)
  })

  test('Nothing comes up below a pointer that rests on the list', async () => {
    await it.open()
    await it.page.clock.install()
    for (const status of [500, 501, 502]) it.server.store.failNext({ status })
    await it.scheduled().nth(2).waitFor()
    const last = it.scheduled().last()
    await last.hover()
    const before = await last.boundingBox()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.over().waitFor()
    await it.page.clock.runFor(2_500) // longer than it would stay
    expect(await last.boundingBox()).toEqual(before)
    await it.page.mouse.move(5, 5)
    await it.over().waitFor({ state: 'detached' })
  })

  test('After a ✕ the focus goes on to the next one, and from the last one to the heading', async () => {
    await it.open()
    for (const id of [1, 2]) it.server.store.failNext({ status: 503 }, { match: { id } })
    await it.button(/^Remove: .*with id 1\./).click()
    const focused = it.page.locator(':focus')
    await it
      .button(/^Remove: .*with id 2\./)
      .and(focused)
      .waitFor()
    await it.page.keyboard.press('Enter')
    await it.page.getByRole('heading', { name: 'Scheduled' }).and(focused).waitFor()
    expect(it.server.store.scheduled).toEqual([])
  })

  test('Remove all removes the failures where another console has just ended a hold, too', async () => {
    await it.open()
    const { store } = it.server
    store.failNext({ status: 503 })
    const hold = store.holdNext()
    await it.scheduled().nth(1).waitFor()
    const send = await it.keepBack('**/release')
    await it.button('Remove all').click()
    hold.release()
    send()
    await it.see('Nothing is scheduled')
    expect(store.scheduled).toEqual([])
  })

  test('What is chosen for a held request stays with it when the one above is gone', async () => {
    await it.open()
    const sent: ReturnType<typeof it.post>[] = []
    for (const id of [1, 2]) {
      it.server.store.holdNext()
      sent.push(it.post(`{"id":${id},"name":"Hoya"}`))
      await expect.poll(() => it.held().count()).toBe(id)
    }
    await it.page.getByLabel('Answer of request 2').selectOption('with status 503')
    await it.button('Release request 1').click()
    await it.page.mouse.move(5, 5) // what is over stays below a pointer
    await it.see('no longer held')
    await it.page.getByText('no longer held').waitFor({ state: 'detached' })
    await it.button('Release request 2').click()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toEqual([successStatus, 503])
  })

  test('All requests that are held are released at once, and what is scheduled stays, as does the focus', async () => {
    await it.open()
    for (const id of [1, 2, 9]) it.server.store.holdNext({ match: { id } })
    const answers = [1, 2].map(id => it.client().addPlant({ id, name: 'Hoya' }))
    await it.held().nth(1).waitFor()
    await it.button('Release all').press('Enter')
    for (const { ok } of await Promise.all(answers)) expect(ok).toBe(true)
    await expect.poll(() => it.held().count()).toBe(0)
    await it.button('Release all').and(it.page.locator(':focus')).waitFor() // it keeps the focus
    expect(it.server.store.scheduled).toEqual([{ hold: true, match: { id: 9 } }])
  })

  test('Send sends your own request as it is typed, starting with the example, and opens it; its token goes into no storage, URL or page', async () => {
    await it.open()
    const send = async (body?: string, token = TOKEN) => {
      const dialog = await it.dialog('Send')
      const editor = dialog.getByRole('textbox', { name: 'Body' })
      await editor.and(it.page.locator(':focus')).waitFor()
      if (body !== undefined) await editor.fill(body)
      await dialog.getByLabel('Token').fill(token)
      await dialog.getByRole('button', { name: 'Send' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await send()
    await it.detail().getByText('request #1').waitFor()
    await send('{"id":9223372036854775807,"name":"Hoya"}')
    await it.detail().getByText('request #2').waitFor()
    expect(it.server.store.plants.at(-1)).toEqual({ id: 9223372036854775807n, name: 'Hoya' })
    await send('{"id":1')
    await it.detail().getByText('request #3').waitFor()
    expect(it.server.store.requests.at(-1)).toMatchObject({ status: 400, text: '{"id":1' })
    await send(undefined, 'another')
    await it.detail().getByText('The access token is not valid', { exact: true }).waitFor()
    // One that is held, or gets no answer, is opened as soon as it has arrived.
    it.server.store.holdNext()
    await send()
    await it.detail().getByText('Held until it is released.').waitFor()
    await it.detail().getByLabel('Answer of request 5').selectOption('with status 503')
    await it.button('Release request 5').click()
    await it.detail().getByText('Injected failure. No plant was added.').waitFor()
    it.server.store.failNext('network-error')
    await send()
    await it.detail().getByText('Injected failure: a network error.').waitFor()
    expect(it.server.store.requests).toHaveLength(6)
    const found = await it.page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
    )
    expect(found + (await it.page.content())).not.toContain(TOKEN)
  })

  test('The menu resets the mock: a reset asks first, with the focus on the harmless answer, unless there is nothing to lose, and restores the start', async () => {
    const plants = [{ id: 1, name: 'Hoya' }]
    await it.restart({ plants })
    await it.open()
    await it.client().addPlant({ id: 2, name: 'Aloe' })
    await it.newest().waitFor()
    await it.menu('Reset')
    await it.see('1 request and 1 added plant will be gone.')
    await it.button('Cancel').and(it.page.locator(':focus')).waitFor()
    await it.page.keyboard.press('Enter')
    await it.page.getByRole('dialog', { name: 'Reset the mock?' }).waitFor({ state: 'hidden' })
    expect(it.server.store.plants).toHaveLength(2)
    await it.button('Reset').click()
    await it.button('Reset the mock').click()
    await it.status('A page reset the mock')
    await it.see('No requests yet.')
    await it.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(it.server.store.plants).toEqual(plants)
    const again = it.page.waitForRequest('**/reset')
    await it.menu('Reset')
    await again
  })
})
