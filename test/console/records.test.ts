// What the console says of bodies that are not kept whole, and of requests without an answer.

import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const body = () => it.detail().getByRole('group', { name: 'Body of the request' })

  const expectNoRepeat = async () => {
    await it.detail().getByText('so it can be neither repeated nor copied.').waitFor()
    for (const name of ['Repeat', 'Edit and send', 'Copy as curl'])
      expect(await it.button(name).count(), name).toBe(0)
    expect(await it.detail().getByText('No body.').count()).toBe(0)
  }

  test('A body that was too large is not "No body", and cannot be repeated', async () => {
    await it.server.close()
    it.server = await startMockServer({ port: 0, accessTokens: [TOKEN], maxBodyBytes: 50 })
    await it.open()
    await it.post(JSON.stringify({ id: 1, name: 'x'.repeat(100) }))
    await it.select()
    await it.detail().getByText('The body is not kept: longer than 50 bytes.').waitFor()
    await expectNoRepeat()
  })

  test('A body that is not UTF-8 is not "No body", and cannot be repeated', async () => {
    await it.open()
    await fetch(`${it.server.url}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    })
    await it.newest().getByText('body not kept: not UTF-8').waitFor()
    await it.select()
    await it.detail().getByText('The body is not kept: not UTF-8.').waitFor()
    await it.detail().getByText('3 bytes').waitFor()
    await expectNoRepeat()
  })

  test('A body is shown formatted and as it was sent, and repeated as it was sent', async () => {
    await it.open()
    const sent = '{"id":1,   "name":"Hoya","id":2}'
    await it.post(sent)
    await it.select()
    expect(await body().innerText()).toBe('{\n  "id": 2,\n  "name": "Hoya"\n}')
    await it.detail().getByText(`${sent.length} bytes`).waitFor()
    await it.page.getByLabel('Bodies as sent').check()
    expect(await body().innerText()).toBe(sent)
    await it.button('Repeat').click()
    await it.detail().getByText('It repeats request #1').waitFor()
    expect(it.server.store.requests[1]).toMatchObject({ text: sent })
    await it.post('no JSON')
    await it.select(it.rows().filter({ hasText: '#3' }))
    await body().getByText('no JSON').waitFor()
  })

  test('A network error is said to be one, once, and not to be no answer', async () => {
    await it.open()
    it.server.store.failNext('network-error')
    await it.post('{"id":1,"name":"Hoya"}').catch(() => {})
    await it.select()
    await it.detail().getByRole('heading', { name: 'No response' }).waitFor()
    await it.detail().getByText('Injected failure: a network error. No plant was added.').waitFor()
    expect(await it.detail().getByText('Injected failure').count()).toBe(1)
    expect(
      await it
        .detail()
        .getByText(/no answer/i)
        .count(),
    ).toBe(0)
  })
})
