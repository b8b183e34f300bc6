// What the page sends itself: it is marked, found by its mark, and sent as it is shown.

import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { startUpstream } from '../harness/upstream.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  /** Types the token that the mock accepts. */
  const typeToken = async () => {
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill(TOKEN)
    await it.button('Close').click()
  }

  test('While an application retries the same body, a repeat opens the request that the page has sent', async () => {
    await it.open()
    const body = '{"id":1,"name":"Hoya"}'
    await it.post(body)
    await typeToken()
    await it.select()
    // The request of the application is listed first, each time.
    await it.page.route('**/plants', async route => {
      for (const _ of [1, 2, 3]) await it.post(body)
      await route.continue()
    })
    for (const number of [5, 9, 13]) {
      await it.button('Repeat').click()
      await it.detail().getByText(`· request #${number}`).waitFor()
      await it
        .detail()
        .getByText(/^It repeats request #/)
        .waitFor()
    }
    const marks = it.server.store.requests.map(({ headers }) => headers['x-mock-console'])
    expect(marks.filter(mark => mark !== undefined)).toHaveLength(3)
    expect(new Set(marks.map(mark => mark?.split(' ')[0]))).toHaveProperty('size', 4)
    expect(marks[4]).toMatch(/^\w{16,} repeats \S+:1$/)
    // It is no part of what is copied or edited.
    await it.button('Copy as curl').click()
    const copied = await it.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).not.toMatch(/x-mock-console/i)
    const dialog = await it.dialog('Edit and send')
    expect(await dialog.getByLabel('Headers').inputValue()).not.toContain('x-mock-console')
  })

  test('A mark that another client has set is told as what its header says, and leads nowhere else', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}', { 'x-mock-console': 'abc repeats 1-2-3:99' })
    await it.select()
    await it.detail().getByText('Its header x-mock-console says that it repeats').waitFor()
    await it.button('request #99').click()
    await it.detail().getByText('The mock no longer has this request.').waitFor()
    await it.post('{"id":2,"name":"Aloe"}', { 'x-mock-console': '<b> repeats' })
    await it.select(it.row(2))
    expect(await it.detail().getByText('repeats request').count()).toBe(0)
  })

  test('Edit and send sends the headers that were sent: unedited, a 415 stays a 415; those that a page cannot send are named', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}', {
      'content-type': 'text/plain',
      'x-note': 'kept',
      'x-api-key': 'secret',
      cookie: 'a=1',
    })
    await typeToken()
    await it.select()
    const dialog = await it.dialog('Edit and send')
    const headers = dialog.getByLabel('Headers')
    expect((await headers.inputValue()).split('\n')).toEqual(
      expect.arrayContaining([
        'authorization: Bearer {token}',
        'content-type: text/plain',
        'x-note: kept',
      ]),
    )
    await dialog.getByText(/Not sent as they were, since a page cannot: .*x-api-key/).waitFor()
    await dialog.getByText(/cannot: .*cookie/).waitFor()
    const send = dialog.getByRole('button', { name: 'Send' })
    await send.click()
    await it.detail().getByText('· request #2').waitFor()
    expect(it.server.store.requests[1]).toMatchObject({
      status: 415,
      headers: {
        'content-type': 'text/plain',
        'x-note': 'kept',
        authorization: 'Bearer [redacted]',
      },
    })
    expect(it.server.store.requests[1]?.headers).not.toHaveProperty('x-api-key')
    // Edited, they are sent as they are typed.
    await it.dialog('Edit and send')
    await headers.fill('Cookie: a=1')
    await send.click()
    expect(await headers.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
      'A page cannot send cookie.',
    )
    await headers.fill('authorization: Bearer {token}\ncontent-type: application/json\nx-tea: yes')
    await send.click()
    await it.detail().getByText('· request #3').waitFor()
    expect(it.server.store.requests[2]).toMatchObject({ status: 200, headers: { 'x-tea': 'yes' } })
    // Without that line, no token is sent.
    await it.dialog('Edit and send')
    await headers.fill('content-type: application/json')
    await send.click()
    await it.detail().getByText('· request #4').waitFor()
    expect(it.server.store.requests[3]?.headers).not.toHaveProperty('authorization')
  })

  test('A body without a media type is sent without one', async () => {
    await it.open()
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Headers').fill('')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.detail().getByText('· request #1').waitFor()
    expect(it.server.store.requests[0]?.headers).not.toHaveProperty('content-type')
  })

  test('In front of a service a repeated 401 takes the token under Send, or asks for one; the service gets no mark', async () => {
    await using service = await startUpstream((received, response) =>
      response
        .writeHead(received.headers.authorization === 'Bearer right' ? 200 : 401, {
          'content-type': 'application/json',
        })
        .end('{"error":401,"message":"no","name":"Hoya"}'),
    )
    await it.server.close()
    it.server = await startMockServer({ port: 0, forward: service.url })
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.select()
    await it.button('Repeat').click()
    await it.status('Enter a token of the service under Send first')
    expect(service.received).toHaveLength(1)
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill('right')
    await it.button('Close').click()
    await it.button('Repeat').click()
    await it.detail().getByText('It repeats request #1, with the token under Send').waitFor()
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${TOKEN}`,
      'Bearer right',
    ])
    expect(service.received[1]?.headers).not.toHaveProperty('x-mock-console')
    expect(it.server.store.requests[1]?.headers).toHaveProperty('x-mock-console')
  })

  test('“Answer the next one like this” and a response of one’s own send a text as it is: JSON text, numbers and a plain media type', async () => {
    await it.open()
    const likeThis = async (body: string, type: string) => {
      it.server.store.failNext({ status: 401, headers: { 'content-type': type }, body })
      const first = await it.post('{"id":1,"name":"Hoya"}')
      await it.select()
      await it.button('Answer the next one like this').click()
      await expect.poll(() => it.server.store.scheduled.length).toBe(1)
      const second = await it.post('{"id":2,"name":"Hoya"}')
      const read = async (response: Response) => [
        response.headers.get('content-type'),
        await response.text(),
      ]
      expect(await read(second)).toEqual(await read(first))
      it.server.store.reset()
      await it.see('No requests yet.')
    }
    await likeThis('"Invalid token"', 'application/json')
    await likeThis('Invalid token', 'text/plain')
    await likeThis('{"error":1.0,"error":2}', 'application/json')
    await it.tab('Next')
    const dialog = await it.other()
    await dialog.getByLabel('Body', { exact: true }).fill('{"id":1.0}')
    await it.button('Fail with this').click()
    await dialog.waitFor({ state: 'hidden' })
    const response = await it.post('{"id":1,"name":"Hoya"}')
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'application/json',
      '{"id":1.0}',
    ])
  })
})
