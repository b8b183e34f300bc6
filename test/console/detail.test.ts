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
  const expectRepeat = async (status: string, end: string) => {
    await it.detail().getByText(`It repeats request #1${end}`, { exact: true }).waitFor()
    await it.detail().locator('.head .status', { hasText: status }).waitFor()
  }

  test('It shows both bodies at once, and the headers on demand', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera","tag":"tropical"}')
    const detail = await it.select()
    await detail.getByRole('heading', { name: 'Response' }).waitFor()
    await detail.getByText(/ms · .* · request #1$/).waitFor()
    expect(await body('request').innerText()).toBe(
      '{\n  "id": 1,\n  "name": "Monstera",\n  "tag": "tropical"\n}',
    )
    expect(JSON.parse(await body('response').innerText())).toEqual({
      name: 'Monstera',
      tag: 'tropical',
    })
    expect(await detail.getByText('Bearer [redacted]').isVisible()).toBe(false)
    await detail
      .getByText(/^\d+ headers$/)
      .first()
      .click()
    await detail.getByText('Bearer [redacted]').waitFor()
    await detail.locator('summary').last().click()
    await detail
      .getByText('Without those of the connection, such as Date and Content-Length.')
      .waitFor()
  })

  test('It says why a request was refused or failed, and what was ignored, once', async () => {
    await it.open()
    const selectNext = async (number: string) => {
      await it.select(it.rows().filter({ hasText: number }))
    }
    await it.post('{"id":1}')
    await it.select()
    await body('request').getByText('"id": 1').waitFor()
    // Under the title, in the words of the response.
    const verdict = it.detail().locator('.head').getByText('name is required')
    expect(await verdict.count()).toBe(1)
    it.server.store.failNext({ status: 503, body: 'down for a moment' })
    await it.post('{"id":2,"name":"Hoya"}')
    await selectNext('#2')
    await it.see('Injected failure. No plant was added.')
    await body('request').getByText('Hoya').waitFor()
    await body('response').getByText('down for a moment').waitFor()
    await it.post('{"id":2,"name":"Hoya","colour":"green"}')
    await selectNext('#3')
    await it.see('Ignored, since a new plant has no such field: colour.')
    await fetch(`${it.server.url}/plants`, { method: 'HEAD' }) // whose response has no body
    await selectNext('#4')
    await it.detail().getByText('HEAD is not allowed on /plants').waitFor()
  })

  test('Of many ignored fields ten are named, and there may be more', async () => {
    await it.open()
    const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
    const others = Object.fromEntries(names.map(name => [name, name]))
    await it.post(JSON.stringify({ id: 1, name: 'Hoya', ...others }))
    const ten = names.slice(0, 10).join(', ')
    const mark = it.newest().locator('.note')
    expect(await mark.getAttribute('title')).toBe(`ignored: ${ten}, perhaps more`)
    await it.select()
    await it.see(`Ignored, since a new plant has no such field: ${ten}, perhaps more.`)
    expect(await it.detail().getByText('No response').count()).toBe(0)
  })

  test('It stays when the request is no longer listed, and says so', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    it.server.store.reset()
    await it.see('This request is not in the log any more: it was dropped or cleared.')
    await body('request').getByText('Hoya').waitFor()
    expect(await it.rows().count()).toBe(0)
  })

  test('A held request is released in its detail, or next to the list', async () => {
    await it.open()
    it.server.store.holdNext()
    const answer = it.client().addPlant({ id: 1, name: 'Calathea' })
    await it.held().filter({ hasText: 'Calathea' }).waitFor()
    await it
      .held()
      .getByText(/^\d+ s$/)
      .waitFor()
    await it.held().getByRole('button', { name: 'Calathea' }).click()
    await it.detail().getByText('Held until it is released.').waitFor()
    await it.detail().getByRole('button', { name: 'Release request 1' }).click()
    expect((await answer).ok).toBe(true)
    await it.detail().getByRole('heading', { name: 'Response' }).waitFor()
    expect(await it.held().count()).toBe(0)

    await it.tab('Next')
    it.server.store.holdNext()
    const failed = it.client().addPlant({ id: 2, name: 'Calathea' })
    await it.page.getByLabel('Answer of request 2').selectOption('with status 503')
    await it.button('Release request 2').click()
    expect((await failed).response?.status).toBe(503)
  })

  test('A held request is answered with a status and a body of one’s own', async () => {
    await it.open()
    it.server.store.holdNext()
    const answer = it.post('{"id":1,"name":"Calathea"}')
    await it.page.getByLabel('Answer of request 1').selectOption('with a response of your own…')
    await it.button('Release request 1').click()
    const dialog = it.page.getByRole('dialog', { name: 'Answer request #1' })
    await dialog.getByText('No plant is added, whatever the status.').waitFor()
    await dialog.getByLabel('Status').fill('201')
    await dialog.getByLabel('Body', { exact: true }).fill('{"name":"Mine"}')
    await it.button('Answer with this').click()
    expect([(await answer).status, await (await answer).text()]).toEqual([201, '{"name":"Mine"}'])
    expect(it.server.store.plants).toEqual([])
  })

  test('A held request is one line, with its plant', async () => {
    await it.open({ viewport: { width: 360, height: 740 } })
    it.server.store.holdNext()
    const name = 'Sansevieria trifasciata laurentii superba variegata'
    const leaving = new AbortController()
    const { signal } = leaving
    const sent = it.client().addPlant({ id: 1234567890123456, name, tag: 'tropical' }, { signal })
    await it.page.getByRole('navigation').getByRole('button', { name: /^Next/ }).click()
    const card = it.held().first()
    await card.waitFor()
    await card.getByRole('button', { name: `#1 1234567890123456 ${name} tropical` }).waitFor()
    expect((await card.boundingBox())?.height).toBeLessThan(60)
    leaving.abort()
    await sent
  })

  test('The view is in the address: a link leads to it, and Back leaves it', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.post('{"id":2,"name":"Aloe"}')
    await it.rows().nth(1).waitFor()
    await it.page.getByRole('searchbox', { name: 'Search the requests' }).fill('hoya')
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

  test('A link to a request from before a reset shows no other one', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    const link = it.page.url()
    it.server.store.reset()
    await it.post('{"id":2,"name":"Aloe"}')
    await it.page.close()
    await it.open({}, link)
    await it.see(/it was dropped or cleared\. Code in the process reset the mock at \d\d:/)
    expect(await it.detail().getByText('Aloe').count()).toBe(0)
  })

  test('A request is repeated as it was, with the token that was typed', async () => {
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
  })

  test('A repeat that fails is shown as what it got', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    it.server.store.failNext({ status: 500 })
    await it.button('Repeat').click()
    await it.detail().getByText('It repeats request #1').waitFor()
    await it.detail().getByText('Injected failure. No plant was added.').waitFor()
    expect(await it.detail().getAttribute('data-tone')).toBe('odd')
    expect(await it.page.getByText('was repeated').count()).toBe(0)
    expect(await it.rows().locator('[aria-current]').innerText()).toContain('#2')
  })

  test('A repeat leads nowhere else once another request is open', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.post('{"id":2,"name":"Aloe"}')
    await it.rows().nth(1).waitFor()
    await it.select(it.rows().first())
    let send = () => {}
    const opened = new Promise<void>(resolve => {
      send = resolve
    })
    await it.page.route('**/plants', async route => {
      await opened
      await route.continue()
    })
    await it.button('Repeat').click()
    await it.select(it.newest())
    send()
    await it.rows().nth(2).waitFor()
    await it.detail().getByText('· request #2').waitFor()
  })

  test('A GET that had a body is repeated without it, as a page cannot send one', async () => {
    await it.open()
    const head = 'GET /plants HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2'
    await rawRequest(it.server.port, `${head}\r\n\r\n{}`)
    await it.select()
    await it.button('Repeat').click()
    await expectRepeat('405', '.')
  })

  test('A request that is never sent says why', async () => {
    await it.open()
    await it.page.route('**/plants', route => route.abort())
    const dialog = await it.dialog('Send')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.status('The request got no response (Failed to fetch), and did not reach this mock.')
  })

  test('A repeat that something else answers is said not to have reached the mock', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.page.route('**/plants', route => route.fulfill({ status: 200, body: '<html>' }))
    await it.button('Repeat').click()
    await it.status('The request was answered with 200, and did not reach this mock.')
    expect(await it.page.locator('.message[data-tone=bad]').count()).toBe(1)
  })

  test('A request that is being repeated says so, and is not repeated twice', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    let send = () => {}
    const sent = new Promise<void>(resolve => {
      send = resolve
    })
    await it.page.route('**/plants', async route => {
      await sent
      await route.continue()
    })
    await it.button('Repeat').click()
    expect(await it.button('Repeat').isDisabled()).toBe(true)
    await it.button('Repeat').click({ force: true })
    await it.status('Under way…')
    send()
    await expectRepeat('401', ', with the token under Send, since tokens are not stored.')
    expect(it.server.store.requests).toHaveLength(2)
  })

  test('Edit and send keeps the method, the path and the body that were sent', async () => {
    await it.open()
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    await fetch(`${it.server.url}/plant?x=1`, { method: 'PUT', headers, body: '{"id":1}' })
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

  test('The next request is answered like this one', async () => {
    await it.open()
    it.server.store.failNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Later.' })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.button('Answer the next one like this').click()
    await it.tab('Next')
    await it
      .scheduled()
      .filter({ hasText: 'The next request gets status 429 (Retry-After: 7; body Later.).' })
      .waitFor()
    const response = await it.post('{"id":2,"name":"Aloe"}')
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      'Later.',
    ])
    it.server.store.failNext('network-error')
    await it.post('{"id":3,"name":"Hoya"}').catch(() => {})
    await it.rows().filter({ hasText: 'Network error' }).waitFor()
    await it.select()
    await it.button('Answer the next one like this').click()
    await it.tab('Next')
    await it.scheduled().filter({ hasText: 'gets a network error.' }).waitFor()
  })

  test('An answer like a success is said to add no plant', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.select()
    const button = it.button('Answer the next one like this')
    const gets = 'The next request gets status 200 (body {"name":"Monstera"}; no plant is added).'
    expect(await button.getAttribute('title')).toBe(gets)
    await button.click()
    await it.tab('Next')
    await it.scheduled().filter({ hasText: gets }).waitFor()
    expect(await (await it.post('{"id":2,"name":"Calathea"}')).json()).toEqual({ name: 'Monstera' })
    expect(it.server.store.plants).toHaveLength(1)
  })

  test('A request is copied as curl, and each body and the headers on their own', async () => {
    await it.open()
    await it.post('{"id":9007199254740993,"name":"Hoya"}')
    await it.select()
    const copied = () => it.page.evaluate(() => navigator.clipboard.readText())
    await it.button('Copy as curl').click()
    await it.button('Copied').waitFor()
    expect(await copied()).toContain('-H "Authorization: Bearer $PLANT_STORE_TOKEN"')
    await it.button('Copy the body of the request').click()
    await expect.poll(copied).toBe('{\n  "id": 9007199254740993,\n  "name": "Hoya"\n}')
    await it.detail().locator('summary').first().click()
    await it.button('Copy headers of the request').click()
    await expect.poll(copied).toContain('content-type: application/json')
  })

  test('What cannot be copied is shown, selected', async () => {
    await it.open()
    await it.page.evaluate(() => {
      const refuse = () => Promise.reject(new Error('refused'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
    })
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.button('Copy the body of the response').click()
    await it.button('Selected').waitFor()
    expect(await it.page.evaluate(() => String(getSelection()))).toBe('{\n  "name": "Hoya"\n}')
  })

  test.each([
    ['401', 'Bearer wrong', ', with another invalid token, since tokens are not stored.'],
    ['400', 'Bearer two words', ', with another invalid token, since tokens are not stored.'],
  ])(
    'A request gets the same %s for the same reason when it is repeated: %s',
    async (status, authorization, hint) => {
      await it.open()
      await it.post('{"id":1,"name":"Hoya"}', { authorization })
      await it.select()
      await it.button('Repeat').click()
      await expectRepeat(status, hint)
      const sent = it.server.store.requests.map(({ headers }) => headers.authorization)
      expect(sent[1]).toBe(sent[0])
    },
  )

  test('A request without a token, for a path like the one of another server, is repeated without one, at the mock', async () => {
    await it.open()
    await fetch(`${it.server.url}//evil.test/plants`, { method: 'POST' })
    await it.select()
    await it.button('Repeat').click()
    await expectRepeat('404', '.')
    expect(it.server.store.requests.at(-1)?.headers).not.toHaveProperty('authorization')
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
