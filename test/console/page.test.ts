// The console page: its size and its policy, and a person's way through it.
import { gzipSync } from 'node:zlib'
import { createMockApp } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

test('The page is at most 36 kB, gzipped. The server compresses it for whoever accepts gzip; createMockApp leaves that to the server that calls it', async () => {
  await using server = await startMockServer({ port: 0 })
  const get = (codings: string) =>
    fetch(`${server.consoleUrl}`, { headers: { 'accept-encoding': codings } })
  const [sent, compressed] = [await get('gzip;q=0, br'), await get('br, gzip')]
  const page = await sent.text()
  expect(sent.headers.get('content-encoding')).toBeNull()
  expect(await compressed.text()).toBe(page)
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  const headers = { host: 'localhost', 'accept-encoding': 'gzip' }
  const called = await createMockApp().fetch('http://localhost/__mock', { headers })
  expect(called.headers.get('content-encoding')).toBeNull()
  expect(page).toMatch(/<style>.*<script type="module">/s)
  expect(page).not.toMatch(/<(?:link|script|img)[^>]*(?:src|href)="(?!data:)/)
  expect(gzipSync(page).length).toBeLessThan(36_000)
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

  test('http://127.0.0.1:PORT/__mock shows the plant and the request: the console lists requests as they arrive, the newest last, and they open to their details', async () => {
    await it.open()
    await it.client().addPlant({ id: 9223372036854775807n, name: 'Monstera' })
    await it.tab('Plants')
    await it.plants().filter({ hasText: '9223372036854775807' }).waitFor()
    const body = '{"name":"<img src=x onerror=alert(1)>","tag":9007199254740993}'
    await it.post(body, {}, `${it.server.url}/plants?a=1`)
    await it.rows().nth(1).waitFor()
    expect(await it.rows().last().innerText()).toMatch(
      /\{"name".*\}\s+400\s[\s\S]*POST \/plants\?a=1/,
    )
    const detail = await it.select()
    await detail.locator('summary').first().click()
    const opened = await detail.innerText()
    expect(opened).toContain('Not a plant: ')
    expect(opened).toContain('Bearer [redacted]')
    expect(opened).toContain('"tag": 9007199254740993')
    expect(opened).toContain('<img src=x onerror=alert(1)>')
    expect(opened).not.toContain(TOKEN)
  })

  // https://github.com/react/react/issues/11538: the page would write into texts that are no longer shown
  test('Browsers are asked not to translate it, which would leave counts and details as they were', async () => {
    await it.open()
    expect(await it.page.evaluate(() => document.documentElement.translate)).toBe(false)
  })

  test('With 1,000 requests in the log, and 1,000 more in five seconds, a click and a key still take effect', async () => {
    for (let id = 1; id <= 1_000; id += 50)
      await Promise.all(Array.from({ length: 50 }, () => it.post('{"id":1,"name":"M"}')))
    await it.open()
    await it.chip('All 1k').waitFor()
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
    await it.chip('5xx 1').waitFor()
    await arrived
    await it.row(id - 1).waitFor()
    expect(await it.rows().count(), 'few are drawn').toBeLessThan(100)
    // Each is reached by key and by scrolling, and the row keeps the focus wherever the list is scrolled to.
    const focused = it.page.locator(':focus')
    await it.newest().getByRole('link').focus()
    await it.page.keyboard.press('Home')
    await focused.getByText(`#${id - 1_000}`, { exact: true }).waitFor()
    await it.page.locator('.requests .scroll').evaluate(list => list.scrollTo(0, 1e6))
    await it.row(id - 1).waitFor()
    await it.page.keyboard.press('ArrowDown')
    await focused.getByText(`#${id - 999}`, { exact: true }).waitFor()
  }, 60_000)
})
