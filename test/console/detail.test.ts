// The detail of a request: what it shows, and what can be done with the request.

import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const body = (of: 'request' | 'response') =>
    it.detail().getByRole('group', { name: `Body of the ${of}` })

  test('Select a request to see it: it shows each request with its response: both bodies at once, the time, and the headers on demand', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera","tag":"tropical"}')
    const time = it.server.store.requests[0]?.time.toTimeString().slice(0, 8) ?? ''
    expect(await it.newest().locator('time').innerText()).toBe(time)
    const detail = await it.select()
    await detail.getByText(time).first().waitFor()
    await detail.getByText(/ms · .* · request #1$/).waitFor()
    expect(await body('request').innerText()).toBe(
      '{\n  "id": 1,\n  "name": "Monstera",\n  "tag": "tropical"\n}',
    )
    expect(JSON.parse(await body('response').innerText())).toEqual({
      name: 'Monstera',
      tag: 'tropical',
    })
    expect(await detail.getByText('Bearer [redacted]').isVisible()).toBe(false)
    await detail.locator('summary').first().click()
    await detail.getByText('Bearer [redacted]').waitFor()
    await detail.locator('summary').last().click()
    const note = 'Without those of the connection, such as Date and Content-Length.'
    const parts = detail.locator('.message-part')
    expect(await parts.filter({ hasText: note }).getByRole('heading').allInnerTexts()).toEqual([
      'Response',
    ])
  })

  test('The console says why a request was refused or failed, and names the unknown properties that were ignored, at most ten', async () => {
    await it.open()
    await it.post('{"id":1}')
    await it.select()
    await body('request').getByText('"id": 1').waitFor()
    // Once, under the title, in the words of the response.
    const verdict = it.detail().locator('.head').getByText('name is required')
    expect(await verdict.count()).toBe(1)
    it.server.store.failNext({ status: 503, body: 'down for a moment' })
    await it.post('{"id":2,"name":"Hoya"}')
    await it.select(it.row(2))
    await it.see('Injected failure. No plant was added.')
    await body('request').getByText('Hoya').waitFor()
    await body('response').getByText('down for a moment').waitFor()
    it.server.store.failNext('network-error')
    await it.post('{"id":3,"name":"Hoya"}').catch(() => {})
    await it.select(it.row(3))
    await it.detail().getByRole('heading', { name: 'No response' }).waitFor()
    await it.detail().getByText('Injected failure: a network error. No plant was added.').waitFor()
    expect(await it.detail().getByText('Injected failure').count()).toBe(1)
    expect(
      await it
        .detail()
        .getByText(/no answer/i)
        .count(),
    ).toBe(0)
    await it.post('{"id":4,"name":"Hoya","colour":"green"}')
    await it.select(it.row(4))
    await it.see('Ignored, since a new plant has no such field: colour.')
    const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
    const others = Object.fromEntries(names.map(name => [name, name]))
    await it.post(JSON.stringify({ id: 5, name: 'Hoya', ...others }))
    await it.select(it.row(5))
    const ten = `${names.slice(0, 10).join(', ')}, perhaps more`
    await it.see(`Ignored, since a new plant has no such field: ${ten}.`)
    expect(await it.newest().locator('.note').getAttribute('title')).toBe(`ignored: ${ten}`)
    await fetch(`${it.server.url}/plants`, { method: 'HEAD' }) // whose response has no body
    await it.select(it.row(6))
    await it.detail().getByText('HEAD is not allowed on /plants').waitFor()
    expect(await it.detail().getByText('No response').count()).toBe(0)
  })

  test('A held request, listed with its plant, is released in its detail or there, with a response of one’s own', async () => {
    await it.open()
    it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 1, name: 'Calathea', tag: 'tropical' })
    const listed = it.held().filter({ hasText: 'Calathea' })
    await listed.getByText(/^\d+ s$/).waitFor()
    await listed.getByRole('button', { name: '#1 1 Calathea tropical' }).click()
    await it.detail().getByText('Held until it is released.').waitFor()
    await it.detail().getByRole('button', { name: 'Release request 1' }).click()
    expect((await answer).ok).toBe(true)
    await it.detail().getByRole('heading', { name: 'Response' }).waitFor()
    expect(await it.held().count()).toBe(0)

    await it.tab('Next')
    const release = async (number: number, choice: string) => {
      await it.page.getByLabel(`Answer of request ${number}`).selectOption(choice)
      await it.button(`Release request ${number}`).click()
    }
    it.server.store.holdNext()
    const failed = it.client().addPlant({ id: 2, name: 'Calathea' })
    await release(2, 'with status 503')
    expect((await failed).response?.status).toBe(503)
    it.server.store.holdNext()
    const own = it.post('{"id":3,"name":"Calathea"}')
    await release(3, 'with a response of your own…')
    const dialog = it.page.getByRole('dialog', { name: 'Answer request #3' })
    await dialog.getByText('No plant is added, whatever the status.').waitFor()
    await dialog.getByLabel('Status').fill('201')
    await dialog.getByLabel('Body', { exact: true }).fill('{"name":"Mine"}')
    await it.button('Answer with this').click()
    expect([(await own).status, await (await own).text()]).toEqual([201, '{"name":"Mine"}'])
    expect(it.server.store.plants).toHaveLength(1)
  })

  test('The view is in the address: a link leads to it, and Back leaves it', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.post('{"id":2,"name":"Aloe"}')
    await it.rows().nth(1).waitFor()
    await it.search().fill('hoya')
    await it.status('1 of 2')
    await it.select()
    const link = it.page.url()
    await it.page.goBack()
    await it.detail().waitFor({ state: 'hidden' })
    await it.page.goForward()
    await it.detail().waitFor()
    await it.button('Close the request').click()
    await it.detail().waitFor({ state: 'hidden' })
    await it.page.goBack()
    await it.detail().waitFor()
    await it.page.close()
    await it.open({}, link)
    await it.status('1 of 2')
    await body('request').getByText('Hoya').waitFor()
  })

  test('It stays when the request is no longer listed, and says so, and a link to it shows no other one', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    const link = it.page.url()
    it.server.store.reset()
    await it.see('The mock no longer has this request; only this page does.')
    await body('request').getByText('Hoya').waitFor()
    expect(await it.rows().count()).toBe(0)
    await it.post('{"id":2,"name":"Aloe"}')
    await it.page.close()
    await it.open({}, link)
    await it.see(
      /^The mock no longer has this request\. Code in the process reset the mock at \d\d:/,
    )
    expect(await it.detail().getByText('Aloe').count()).toBe(0)
  })

  test('A request is repeated as it was, with the token that was typed, and a failure is shown as what it got', async () => {
    await it.open()
    await it.post('{"id":9007199254740993,"name":"Hoya"}', { 'x-note': 'kept' })
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill(TOKEN)
    await it.button('Close').click()
    await it.select()
    await it.button('Repeat').click()
    await it.detail().getByText('It repeats request #1, with the token under Send').waitFor()
    await it.detail().getByText('request #2').waitFor()
    const [first, second] = it.server.store.requests
    expect(second).toMatchObject({ body: first?.body, url: first?.url, status: successStatus })
    expect(second?.headers).toMatchObject({ 'x-note': 'kept' })
    await it.button('request #1').click()
    await it.detail().getByText('· request #1').waitFor()
    it.server.store.failNext({ status: 500 })
    await it.button('Repeat').click()
    await it.detail().getByText('Injected failure. No plant was added.').waitFor()
    expect(await it.detail().getAttribute('data-tone')).toBe('odd')
    expect(await it.page.getByText('was repeated').count()).toBe(0)
    expect(await it.rows().locator('[aria-current]').innerText()).toContain('#3')
  })

  test('A request is not repeated twice at once, and a repeat leads nowhere else once another request is open', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.post('{"id":2,"name":"Aloe"}')
    await it.rows().nth(1).waitFor()
    await it.select(it.rows().first())
    const send = await it.keepBack('**/plants')
    await it.button('Repeat').click()
    expect(await it.button('Repeat').isDisabled()).toBe(true)
    await it.button('Repeat').click({ force: true })
    await it.status('Under way…')
    await it.select(it.newest())
    send()
    await it.rows().nth(2).waitFor()
    await it.detail().getByText('· request #2').waitFor()
    expect(it.server.store.requests).toHaveLength(3)
  })

  test('A request that does not reach the mock says why', async () => {
    await it.open()
    await it.page.route('**/plants', route => route.abort())
    const dialog = await it.dialog('Send')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.status(
      'The request got no response (Failed to fetch), and this mock does not list it.',
    )
    await it.page.keyboard.press('Escape')
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.page.route('**/plants', route => route.fulfill({ status: 200, body: '<html>' }))
    await it.button('Repeat').click()
    await it.status('The request was answered with 200, and this mock does not list it.')
    expect(await it.page.locator('.message[data-tone=bad]').count()).toBe(1)
  })

  test('Select a request to edit it: Edit and send keeps the method, the path and the body that were sent', async () => {
    await it.open()
    await fetch(`${it.server.url}/plant?x=1`, { method: 'PUT', body: '{"id":1}' })
    await it.select()
    const dialog = await it.dialog('Edit and send')
    await dialog.getByText('PUT /plant?x=1').waitFor()
    await dialog.getByLabel('Token').fill(TOKEN)
    const editor = dialog.getByRole('textbox', { name: 'Body' })
    expect(await editor.inputValue()).toBe('{"id":1}')
    await editor.fill('{"id":1,"name":"Hoya"}')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.detail().getByText('request #2').waitFor()
    expect(it.server.store.requests[1]?.body).toEqual({ id: 1, name: 'Hoya' })
    expect(
      it.server.store.requests.map(({ method, url }) => `${method} ${new URL(url).search}`),
    ).toEqual(['PUT ?x=1', 'PUT ?x=1'])
    await it.dialog('Send')
    await dialog.getByText('POST /plants').waitFor()
  })

  test('Folds and scroll stay while requests arrive and other tabs are seen', async () => {
    await it.open({ viewport: { width: 1280, height: 400 } })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.detail().locator('summary').first().click()
    const scroll = it.detail().locator('.scroll')
    await scroll.evaluate(each => each.scrollTo(0, 150))
    for (const id of [2, 3, 4]) await it.post(`{"id":${id},"name":"Hoya"}`)
    await it.rows().nth(3).waitFor()
    await it.tab('Plants')
    await it.page.getByRole('navigation').getByRole('button', { name: 'Request #1' }).click()
    await it.detail().getByText('Bearer [redacted]').waitFor()
    expect(await scroll.evaluate(each => each.scrollTop)).toBe(150)
    // The row leads back too, though the address is the same.
    await it.tab('Plants')
    await it.rows().first().getByRole('link').click()
    await it.detail().waitFor()
  })

  test('The next request is answered like this one, and a success is said to add no plant', async () => {
    await it.open()
    const answerLikeThis = async (what: string) => {
      await it.select()
      const button = it.button('Answer the next one like this')
      expect(await button.getAttribute('title')).toBe(`Schedules ${what} for the next request.`)
      await button.click()
      await it.tab('Next')
      const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}: the next request.`
      await it.scheduled().filter({ hasText: sentence }).waitFor()
    }
    await it.post('{"id":1,"name":"Monstera"}')
    await answerLikeThis('status 200 (body {"name":"Monstera"}; no plant is added)')
    expect(await (await it.post('{"id":2,"name":"Calathea"}')).json()).toEqual({ name: 'Monstera' })
    expect(it.server.store.plants).toHaveLength(1)
    it.server.store.failNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Later.' })
    await it.post('{"id":3,"name":"Hoya"}')
    await it.rows().nth(2).waitFor()
    await answerLikeThis('status 429 (Retry-After: 7; body Later.)')
    const response = await it.post('{"id":4,"name":"Aloe"}')
    const { status, headers } = response
    expect([status, headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      'Later.',
    ])
    it.server.store.failNext('network-error')
    await it.post('{"id":5,"name":"Hoya"}').catch(() => {})
    await it.rows().nth(4).waitFor()
    await answerLikeThis('a network error')
  })

  test('Each body and the headers are copied on their own, and what cannot be copied is shown, selected', async () => {
    await it.open()
    await it.post('{"id":9007199254740993,"name":"Hoya"}')
    await it.select()
    const copied = () => it.page.evaluate(() => navigator.clipboard.readText())
    await it.button('Copy the body of the request').click()
    await expect.poll(copied).toBe('{\n  "id": 9007199254740993,\n  "name": "Hoya"\n}')
    await it.detail().locator('summary').first().click()
    await it.button('Copy headers of the request').click()
    await expect.poll(copied).toContain('content-type: application/json')
    await it.page.evaluate(() => {
      const refuse = () => Promise.reject(new Error('refused'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
    })
    await it.button('Copy the body of the response').click()
    await it.button('Selected').waitFor()
    expect(await it.page.evaluate(() => String(getSelection()))).toBe('{\n  "name": "Hoya"\n}')
  })

  test('A request gets the same response for the same reason when it is repeated, at the mock, as far as a page can send it', async () => {
    await it.open()
    const { port, url } = it.server
    const get =
      'GET /plants HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
    const invalid = ', with another invalid token, since tokens are not stored.'
    const cases: [status: string, send: () => Promise<unknown>, end: string][] = [
      ['401', () => it.post('{"id":1}', { authorization: 'Bearer wrong' }), invalid],
      ['400', () => it.post('{"id":1}', { authorization: 'Bearer two words' }), invalid],
      ['405', () => rawRequest(port, get), '.'], // a page sends no body with it
      ['404', () => fetch(`${url}//evil.test/plants`, { method: 'POST' }), '.'],
    ]
    for (const [index, [status, send, end]] of cases.entries()) {
      await send()
      await it.select(it.rows().nth(2 * index))
      await it.button('Repeat').click()
      const repeats = `It repeats request #${2 * index + 1}${end}`
      await it.detail().getByText(repeats, { exact: true }).waitFor()
      await it.detail().locator('.head .status', { hasText: status }).waitFor()
      const [sent, again] = it.server.store.requests.slice(2 * index)
      expect(again?.headers.authorization).toBe(sent?.headers.authorization)
    }
  })

  test('Marks that change the direction of text are shown, and change nothing', async () => {
    await it.open()
    await it.post('{"id":1,"name":"\u202egpj.exe"}')
    await it.tab('Plants')
    await it.plants().filter({ hasText: '\\u202egpj.exe' }).waitFor()
    await it.select(it.rows().filter({ hasText: '\\u202egpj.exe' }))
    expect(await body('request').textContent()).toContain('"name": "\\u202egpj.exe"')
    expect(await it.page.getByRole('main').textContent()).not.toContain('\u202e')
  })
})
