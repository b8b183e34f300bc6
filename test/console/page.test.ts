// The console page: its size and its policy, and a person's way through it.

import { gzipSync } from 'node:zlib'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

test('The page is at most 35 kB, gzipped', async () => {
  await using server = await startMockServer({ port: 0 })
  const page = await (await fetch(`${server.consoleUrl}`)).text()
  expect(page).toContain('<style>')
  expect(page).toContain('<script type="module">')
  expect(page).not.toMatch(/<(?:link|script|img)[^>]*(?:src|href)="(?!data:)/)
  expect(gzipSync(page).length).toBeLessThan(35_000)
})

test('The content security policy allows only the page itself', async () => {
  await using server = await startMockServer({ port: 0 })
  const { headers } = await fetch(`${server.consoleUrl}`)
  const policy = (headers.get('content-security-policy') ?? '').replace(/sha256-[\w+/=]+/g, 'hash')
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'hash'",
    "style-src 'hash'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('Requests appear as they happen, and open to their details', async () => {
    await it.open()
    await it.client().addPlant({ id: 9223372036854775807n, name: 'Monstera' })
    await it.button(/^Plants/).click()
    await it.plants().filter({ hasText: '9223372036854775807' }).waitFor()
    await fetch(`${it.server.url}/plants?a=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: '{"name":"<img src=x onerror=alert(1)>","tag":9007199254740993}',
    })
    await it.rows().nth(1).waitFor()
    expect(await it.rows().last().innerText()).toMatch(
      /\{"name".*\}\s+400\s[\s\S]*POST \/plants\?a=1/,
    )
    await it.rows().last().getByRole('link').click()
    const detail = it.page.getByRole('region', { name: 'Request', exact: true })
    await detail
      .getByText(/headers$/)
      .first()
      .click()
    const opened = await detail.innerText()
    expect(opened).toContain('Not a plant: ')
    expect(opened).toContain('Bearer [redacted]')
    expect(opened).toContain('"tag": 9007199254740993')
    expect(opened).toContain('<img src=x onerror=alert(1)>')
    expect(opened).not.toContain(TOKEN)
  })

  test('A failure chosen in the page is what the next addPlant returns, by keyboard too', async () => {
    await it.open()
    await it.page.locator('.next summary').click()
    await it.page.getByLabel('Fail the next').fill('2')
    await it.button(/^503$/).click()
    await it.see('The next 2 requests get status 503.')
    await it.page.getByLabel('Fail the next').fill('1')
    await it.page.getByLabel('Another failure').selectOption('Wrong shape')
    await it.button(/^Fail$/).focus()
    await it.page.keyboard.press('Enter')
    await it.see('Then the next request gets a body of the wrong shape.')
    const results = []
    for (const id of [1, 2, 3, 4])
      results.push(await it.client().addPlant({ id, name: 'Monstera' }))
    expect(results.map(({ response }) => response?.status)).toEqual([
      503,
      503,
      successStatus,
      successStatus,
    ])
    expect(results.map(({ error }) => error?.kind)).toEqual([
      'api',
      'api',
      'unexpected-response',
      undefined,
    ])
    await it.rows().getByText('Wrong shape').waitFor()
    await it.see('Nothing is scheduled')
  })

  test('What is typed before the page is connected is kept', async () => {
    await it.open()
    let connect = () => {}
    const typed = new Promise<void>(resolve => {
      connect = resolve
    })
    await it.page.route('**/changes?*', async route => {
      await typed
      await route.continue()
    })
    await it.page.reload()
    await it.button('Settings').click()
    await it.page.getByLabel('Random failures').fill('100')
    connect()
    await it.status('Live')
    expect(await it.page.getByLabel('Random failures').inputValue()).toBe('100')
  })

  test('With 1,000 requests in the log, and 1,000 more in five seconds, a click still takes effect', async () => {
    for (let id = 1; id <= 1_000; id += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          it.client().addPlant({ id: id + index, name: 'M' }),
        ),
      )
    await it.open()
    await it.page.getByRole('radio', { name: 'All 1k' }).waitFor()
    let id = 1_001
    const arrived = new Promise<void>(resolve => {
      const arriving = setInterval(() => {
        for (const _ of [1, 2, 3, 4]) void it.client().addPlant({ id: id++, name: 'Monstera' })
        if (id <= 2_000) return
        clearInterval(arriving)
        resolve()
      }, 20)
    })
    await it.button(/^500/).click()
    await it.page.getByRole('radio', { name: '5xx 1' }).waitFor()
    await arrived
    await it
      .rows()
      .filter({ hasText: `#${id - 1}` })
      .waitFor()
    expect(await it.rows().count()).toBeLessThan(100)
  }, 60_000)
})
