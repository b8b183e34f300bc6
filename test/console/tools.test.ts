// The tools of the console: failing, holding, sending, settings, reset.

import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('A failure can skip requests, and aim at a plant', async () => {
    await it.open()
    await it.see(/^Only some requests$/)
    await it.page.getByText('Only some requests').click()
    await it.page.getByLabel('requests pass first').fill('1')
    const match = it.page.getByRole('group', { name: 'Only a plant with' })
    await match.getByLabel('id').fill('9007199254740993')
    await match.getByLabel('name').fill('Hoya')
    await it.button(/^500/).click()
    const sentence =
      'After 1 request with id 9007199254740993 and name "Hoya", the next of them gets status 500.'
    await it.pending().filter({ hasText: sentence }).waitFor()
    const statuses = []
    for (const [id, name] of [
      [9007199254740993n, 'Hoya'],
      [9007199254740993n, 'Monstera'],
      [9007199254740992n, 'Hoya'],
      [9007199254740993n, 'Hoya'],
    ] as const)
      statuses.push((await it.client().addPlant({ id, name })).response?.status)
    expect(statuses).toEqual([successStatus, successStatus, successStatus, 500])
    await it.see('Nothing is pending')
  })

  test('A failure can have any status, headers and body', async () => {
    await it.open()
    await it.page.getByText('Any other response').click()
    await it.page.getByRole('spinbutton', { name: 'Status' }).fill('418')
    await it.page.getByLabel('Headers').fill('Retry-After: 7\nX-Tea: Earl: Grey')
    await it.page.getByRole('textbox', { name: 'Body' }).fill('{"id":9007199254740993}')
    await it.button('Fail with this').click()
    await it.status('The next request gets status 418.')
    const response = await it.post('{"id":1,"name":"Hoya"}')
    expect(response.status).toBe(418)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('x-tea')).toBe('Earl: Grey')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('{"id":9007199254740993}')
    await it.page.getByRole('textbox', { name: 'Body' }).fill('plain text')
    await it.button('Fail with this').click()
    await it.pending().first().waitFor()
    expect(await (await it.post('{"id":1,"name":"Hoya"}')).text()).toBe('plain text')
    await it.page.getByLabel('empty body').check()
    await it.button('Fail with this').click()
    await it.pending().first().waitFor()
    expect(await (await it.post('{"id":1,"name":"Hoya"}')).text()).toBe('')
  })

  test('What is wrong is said beside its field, in the unit of the field', async () => {
    await it.open()
    const expectError = async (label: string, value: string, button: RegExp, text: string) => {
      const input = it.page
        .getByRole('tabpanel')
        .getByLabel(label)
        .and(it.page.locator('input, textarea'))
      const before = await input.inputValue()
      await input.fill(value)
      await it.button(button).first().click()
      await it.page.getByText(text).filter({ visible: true }).waitFor()
      expect(await input.evaluate(element => element === document.activeElement)).toBe(true)
      const id = await input.getAttribute('aria-describedby')
      expect(await it.page.locator(`#${id}`).innerText()).toBe(text)
      await input.fill(before)
    }
    await it.page.getByText('Only some requests').click()
    await it.page.getByText('Any other response').click()
    await expectError('Fail the next', '0', /^503/, 'Enter a whole number of requests, 1 or more.')
    await expectError('id', 'seven', /^503/, 'id must be a whole number.')
    await expectError('Status', '99', /^Fail with this/, 'Enter a status from 200 to 599.')
    await expectError('Headers', 'no colon', /^Fail with this/, 'This is not a header: no colon')
    await expectError('Headers', 'nocolon', /^Fail with this/, 'This is not a header: nocolon')
    const cookies = 'Set-Cookie: a=1\nset-cookie: b=2'
    await expectError('Headers', cookies, /^Fail with this/, 'Enter at most one Set-Cookie.')
    await it.tab('Send')
    await expectError('id', '1.5', /^Send$/, 'id must be a whole number.')
    await it.tab('Settings')
    await expectError('Random failures', '150', /^Apply/, 'Enter a share from 0 to 100 %.')
    await it.page.getByLabel('Latency from').fill('200')
    await expectError('Latency to', '100', /^Apply/, 'Enter 200 ms or more: the range ends here.')
    expect(it.server.store.requests).toEqual([])
    const state = await (await fetch(`${it.consoleUrl}/health`)).json()
    expect(state).toMatchObject({ failures: [], settings: { latency: [0, 0], failureRate: 0 } })
  })

  test('Every wrong setting is named at once, and no longer once it is right', async () => {
    await it.open()
    await it.tab('Settings')
    const fill = (label: string, value: string) => it.page.getByLabel(label).fill(value)
    await fill('Latency from', '200')
    await fill('Latency to', '100')
    await fill('Random failures', '150')
    await it.button('Apply').click()
    await it.see('Enter 200 ms or more: the range ends here.')
    await it.see('Enter a share from 0 to 100 %.')
    await fill('Latency from', '')
    await fill('Latency to', '500')
    await fill('Random failures', '5')
    await it.button('Apply').click()
    await it.see('Enter a number of milliseconds, 0 or more.')
    const errors = it.page.getByRole('tabpanel').locator('.error').filter({ visible: true })
    expect(await errors.allInnerTexts()).toEqual(['Enter a number of milliseconds, 0 or more.'])
    await it.page.getByLabel('Latency from').and(it.page.locator(':focus')).waitFor()
  })

  test('What is pending looks armed, and is removed one by one', async () => {
    await it.open()
    await it.button(/^503/).click()
    await it.button(/^No answer/).click()
    await it.button('Hold the next request').click()
    await it.status('The next one that is released or not held gets status 503.')
    await it.pending().nth(2).waitFor()
    await it.button('503 unavailable pending').waitFor()
    expect(await it.button(/pending$/).count()).toBe(2)
    await it.button('Remove: Apart from those, the next request gets no answer.').click()
    await it.status('It was removed.')
    await it.button('Remove: The next request will be held.').click()
    await expect.poll(() => it.pending().count()).toBe(1)
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).response?.status).toBe(503)
    await it.button(/^400/).click()
    await it.button('Hold the next request').click()
    await it.pending().nth(1).waitFor()
    await it.button('Remove all').click()
    await it.see('Nothing is pending')
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).ok).toBe(true)
  })

  test('Many holds are pending, not held, and are removed together', async () => {
    for (let id = 0; id < 101; id++) it.server.store.holdNext({ match: { id } })
    await it.open()
    await it.page.getByRole('tab', { name: 'Fail 101' }).waitFor()
    await it.pending().nth(100).waitFor()
    expect(await it.page.getByText(/requests? held/).count()).toBe(0)
    await it.button('Remove all').click()
    await it.see('Nothing is pending')
    expect(await it.page.getByRole('tab', { name: 'Fail', exact: true }).count()).toBe(1)
  })

  test('The next request is held by the page, and released by it', async () => {
    await it.open()
    await it.button('Hold the next request').click()
    await it.pending().first().waitFor()
    const answer = it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.button('Release request 1').click()
    expect((await answer).ok).toBe(true)
  })

  test('A test request is sent by fields of the contract, or as raw JSON', async () => {
    await it.open()
    await it.tab('Send')
    const panel = it.page.getByRole('tabpanel')
    await panel.getByLabel('token').fill(TOKEN)
    await panel.getByLabel('id').fill('9223372036854775807')
    await panel.getByLabel('name').fill('Hoya')
    await panel.getByLabel('tag').fill('')
    await it.page.locator('#send').click()
    await it.status(`Answered with ${successStatus}.`)
    expect(await panel.getByRole('group', { name: 'Body of the answer' }).innerText()).toBe(
      '{\n  "name": "Hoya"\n}',
    )
    expect(it.server.store.plants).toEqual([{ id: 9223372036854775807n, name: 'Hoya' }])
    await panel.getByLabel('raw JSON').check()
    expect(await panel.getByRole('textbox', { name: 'Body' }).inputValue()).toContain(
      '"id": 9223372036854775807',
    )
    await panel.getByRole('textbox', { name: 'Body' }).fill('{"id":1')
    await it.page.locator('#send').click()
    await it.status('Answered with 400.')
    expect(it.server.store.requests.at(-1)).toMatchObject({ status: 400, text: '{"id":1' })
    await panel.getByLabel('token').fill('another')
    await it.page.locator('#send').click()
    await it.status('Answered with 401.')
  })

  test('A test request that gets no answer can be cancelled', async () => {
    await it.open()
    await it.button(/^No answer/).click()
    await it.pending().first().waitFor()
    await it.tab('Send')
    await it.page.locator('#send').click()
    await it.status('Waiting for the answer…')
    await it.button('Cancel').click()
    await it.status('No answer: it was cancelled.')
  })

  test('A typed token goes into no storage, URL or page', async () => {
    await it.open()
    await it.tab('Send')
    await it.page.getByLabel('token').fill(TOKEN)
    await it.page.locator('#send').click()
    await it.status(`Answered with ${successStatus}.`)
    await it.rows().first().locator('.row').click()
    await it.rows().first().getByText('Copy as curl').waitFor()
    const found = await it.page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
    )
    expect(found).not.toContain(TOKEN)
    expect(await it.page.content()).not.toContain(TOKEN)
  })

  test('A request is repeated with the token of the form', async () => {
    await it.open()
    await it.post('{"id":9007199254740993,"name":"Hoya"}', { 'x-note': 'kept' })
    await it.tab('Send')
    await it.page.getByLabel('token').fill(TOKEN)
    await it.rows().first().locator('.row').click()
    await it.button('Repeat').click()
    await it.status(`The request was repeated and answered with ${successStatus}.`)
    const [first, second] = it.server.store.requests
    expect(second).toMatchObject({ body: first?.body, url: first?.url, status: successStatus })
    expect(second?.headers).toMatchObject({ 'x-note': 'kept' })
  })

  test('A request is copied as curl and as a call of the client', async () => {
    await it.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await it.post('{"id":9007199254740993,"name":"Hoya"}')
    await it.rows().first().locator('.row').click()
    const copied = () => it.page.evaluate(() => navigator.clipboard.readText())
    await it.button('Copy as curl').click()
    await it.button('Copied').waitFor()
    expect(await copied()).toContain('-H "Authorization: Bearer $PLANT_STORE_TOKEN"')
    await it.button('Copy as client.addPlant').click()
    await expect
      .poll(copied)
      .toBe('const result = await client.addPlant({ name: "Hoya", id: 9007199254740993n })')
  })

  test('What cannot be copied is shown, selected', async () => {
    await it.open()
    await it.page.evaluate(() => {
      const refuse = () => Promise.reject(new Error('refused'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
    })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.rows().first().locator('.row').click()
    await it.button('Copy as client.addPlant').click()
    await it.button('Selected').waitFor()
    expect(await it.page.evaluate(() => String(getSelection()))).toBe(
      'const result = await client.addPlant({ name: "Hoya", id: 1 })',
    )
  })

  test('A policy for duplicate ids is among the settings', async () => {
    await it.open()
    await it.tab('Settings')
    await it.page.getByLabel('An id that exists is').selectOption('rejected with 400')
    await it.button('Apply').click()
    await it.status('The settings were changed.')
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).ok).toBe(true)
    expect((await it.client().addPlant({ id: 1, name: 'Hoya' })).response?.status).toBe(400)
  })

  test('A reset asks first, and restores the state at the start', async () => {
    await it.open()
    await it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.rows().first().waitFor()
    await it.button(/^Reset$/).click()
    await it.button('Reset the mock').and(it.page.locator(':focus')).waitFor()
    await it.button('Cancel').click()
    expect(it.server.store.plants).toEqual([{ id: 1, name: 'Hoya' }])
    await it.button(/^Reset$/).click()
    await it.page.keyboard.press('Enter')
    await it.status('The mock was reset.')
    await it.see('No requests yet.')
    expect(it.server.store.plants).toEqual([])
  })
})
