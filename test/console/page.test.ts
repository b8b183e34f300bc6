// The console page, in a browser, served by what is published.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PlantStoreClient } from 'plant-store-client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { skipped, startBrowser } from '../harness/browser.ts'
import { freshFolder, pack, run, type Started, startServer } from '../harness/shell.ts'

let packed: string
beforeAll(async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'unpacked'))
  packed = join(folder, 'unpacked/package')
  await run('.', 'tar', '-xzf', await pack(folder), '-C', join(folder, 'unpacked'))
}, 60_000)

let server: Started
const start = () =>
  startServer(
    packed,
    'node',
    'dist/mock/plant-store-mock.js',
    '--port',
    '0',
    '--token',
    'secret-token',
  )
beforeEach(async () => {
  server = await start()
})
afterEach(() => server.stop())

const consoleUrl = () => `${server.url}/__mock`

test('The page is at most 35 kB, gzipped', async () => {
  const page = await (await fetch(consoleUrl())).text()
  expect(page).toContain('<style>')
  expect(page).toContain('<script type="module">')
  expect(page).not.toMatch(/<(?:link|script|img)[^>]*(?:src|href)="(?!data:)/)
  expect(gzipSync(page).length).toBeLessThan(35_000)
})

test('The content security policy allows only the page itself', async () => {
  const { headers } = await fetch(consoleUrl())
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
  let browser: Browser
  let context: BrowserContext
  let page: Page
  /** What a strict page has none of: complaints, errors, requests to others. */
  let complaints: string[]
  beforeAll(async () => {
    browser = await startBrowser()
    context = await browser.newContext({ reducedMotion: 'reduce' })
  })
  afterAll(() => browser?.close())

  async function open() {
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    complaints = []
    page.on('console', message => {
      // The browser itself says what was refused, and that the server is down.
      if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && origin !== server.url) complaints.push(request.url())
    })
    await page.goto(consoleUrl())
    await status('Live')
  }
  afterEach(async () => {
    await page.close()
    expect(complaints).toEqual([])
  })

  const status = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'visible' })
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const rows = () =>
    page
      .getByRole('list', { name: 'Requests', exact: true })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
  const plants = () => page.getByRole('list', { name: 'Plants' }).getByRole('listitem')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const client = () =>
    new PlantStoreClient({ baseUrl: server.url, accessToken: 'secret-token', maxRetries: 0 })

  test('An empty store shows a command to start with', async () => {
    await open()
    await see('No requests yet.')
    const command = await page
      .getByRole('group', { name: 'curl command that adds a plant' })
      .innerText()
    await run('.', 'bash', '-c', `export PLANT_STORE_TOKEN=secret-token; ${command}`)
    await rows()
      .filter({ hasText: String(successStatus) })
      .waitFor()
    await button(/^Plants/).click()
    await plants().filter({ hasText: 'Monstera' }).waitFor()
    expect(await page.getByText('No requests yet.').isVisible()).toBe(false)
  })

  test('Requests appear as they happen, and open to their details', async () => {
    await open()
    await client().addPlant({ id: 9223372036854775807n, name: 'Monstera' })
    await button(/^Plants/).click()
    await plants().filter({ hasText: '9223372036854775807' }).waitFor()
    await fetch(`${server.url}/plants?a=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
      body: '{"name":"<img src=x onerror=alert(1)>","tag":9007199254740993}',
    })
    await rows().nth(1).waitFor()
    expect(await rows().last().innerText()).toMatch(/\{"name".*\}\s+400\s[\s\S]*POST \/plants\?a=1/)
    await rows().last().getByRole('link').click()
    const detail = page.getByRole('region', { name: 'Request', exact: true })
    await detail
      .getByText(/headers$/)
      .first()
      .click()
    const opened = await detail.innerText()
    expect(opened).toContain('Not a plant: ')
    expect(opened).toContain('Bearer [redacted]')
    expect(opened).toContain('"tag": 9007199254740993')
    expect(opened).toContain('<img src=x onerror=alert(1)>')
    expect(opened).not.toContain('secret-token')
  })

  test('A failure chosen in the page is what the next addPlant returns, by keyboard too', async () => {
    await open()
    await page.locator('.next summary').click()
    await page.getByLabel('Fail the next').fill('2')
    await button(/^503$/).click()
    await see('The next 2 requests get status 503.')
    await page.getByLabel('Fail the next').fill('1')
    await page.getByLabel('Another failure').selectOption('Wrong shape')
    await button(/^Fail$/).focus()
    await page.keyboard.press('Enter')
    await see('Then the next request gets a body of the wrong shape.')
    const results = []
    for (const id of [1, 2, 3, 4]) results.push(await client().addPlant({ id, name: 'Monstera' }))
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
    await rows().getByText('Wrong shape').waitFor()
    await see('Nothing is scheduled')
  })

  test('What is typed before the page is connected is kept', async () => {
    await open()
    let connect = () => {}
    const typed = new Promise<void>(resolve => {
      connect = resolve
    })
    await page.route('**/changes?*', async route => {
      await typed
      await route.continue()
    })
    await page.reload()
    await button('Settings').click()
    await page.getByLabel('Random failures').fill('100')
    connect()
    await status('Live')
    expect(await page.getByLabel('Random failures').inputValue()).toBe('100')
  })

  test('With 1,000 requests in the log, and 1,000 more in five seconds, a click still takes effect', async () => {
    for (let id = 1; id <= 1_000; id += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => client().addPlant({ id: id + index, name: 'M' })),
      )
    await open()
    await page.getByRole('radio', { name: 'All 1k' }).waitFor()
    let id = 1_001
    const arrived = new Promise<void>(resolve => {
      const arriving = setInterval(() => {
        for (const _ of [1, 2, 3, 4]) void client().addPlant({ id: id++, name: 'Monstera' })
        if (id <= 2_000) return
        clearInterval(arriving)
        resolve()
      }, 20)
    })
    await button(/^500/).click()
    await page.getByRole('radio', { name: '5xx 1' }).waitFor()
    await arrived
    await rows()
      .filter({ hasText: `#${id - 1}` })
      .waitFor()
    expect(await rows().count()).toBeLessThan(100)
  }, 60_000)
})
