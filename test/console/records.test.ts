// What the console shows of a body: formatted, as it was sent, or that it is not kept.

import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  const body = () => it.detail().getByRole('group', { name: 'Body of the request' })

  test('A body that was too large, or is not UTF-8, is not "No body", and can be neither repeated nor copied', async () => {
    await it.restart({ maxBodyBytes: 50 })
    await it.open()
    const expectNotKept = async (why: string) => {
      await it.select()
      await it.detail().getByText(`The body is not kept: ${why}.`).waitFor()
      await it.detail().getByText('so it can be neither repeated nor copied.').waitFor()
      for (const name of ['Repeat', 'Edit and send', 'Copy as curl'])
        expect(await it.button(name).count(), name).toBe(0)
      expect(await it.detail().getByText('No body.').count()).toBe(0)
    }
    await it.post(JSON.stringify({ id: 1, name: 'x'.repeat(100) }))
    await expectNotKept('longer than 50 bytes')
    await it.post(new Uint8Array([0x7b, 0xff, 0x7d]))
    await it.rows().nth(1).getByText('body not kept: not UTF-8').waitFor()
    await expectNotKept('not UTF-8')
    await it.detail().getByText('3 bytes').waitFor()
  })

  test('A body is shown formatted and as it was sent, and repeated as it was sent', async () => {
    await it.open()
    const sent = '{"id":1,   "name":"Hoya","id":2}'
    await it.post(sent)
    await it.select()
    expect(await body().innerText()).toBe('{\n  "id": 1,\n  "name": "Hoya",\n  "id": 2\n}')
    await it.detail().getByText(`${sent.length} bytes`).waitFor()
    await it.page.getByLabel('Bodies as sent').check()
    expect(await body().innerText()).toBe(sent)
    await it.button('Repeat').click()
    const hint = 'with the token under Send, since tokens are not stored.'
    await it.detail().getByText(`It repeats request #1, ${hint}`, { exact: true }).waitFor()
    expect(it.server.store.requests[1]).toMatchObject({ text: sent })
    await it.post('no JSON')
    await it.select(it.row(3))
    await body().getByText('no JSON').waitFor()
  })
})
