import { PlantStoreClient } from 'plant-store-client'
import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from 'plant-store-client/mock/server'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { signal } from '../harness/addition.ts'
import { startBrowser } from '../harness/browser.ts'

/** The console of a server in this process, opened in a browser. Each test has a server of its own. */
export class ConsoleTest {
  server!: MockServer
  page!: Page
  /** What a strict page has none of: complaints, errors, requests to others. */
  readonly #complaints: string[] = []
  #browser: Browser | undefined
  /** One for all tests of the file that need the same: opening a context takes longer than most tests. */
  readonly #contexts = new Map<string, BrowserContext>()

  static use(...browserArgs: string[]): ConsoleTest {
    const test = new ConsoleTest()
    beforeAll(async () => {
      test.#browser = await startBrowser(...browserArgs)
    })
    afterAll(() => test.#browser?.close())
    beforeEach(async () => {
      test.server = await startMockServer({ port: 0, accessTokens: [TOKEN] })
    })
    afterEach(async () => {
      for (const context of test.#contexts.values())
        for (const page of context.pages()) await page.close()
      await test.server.close()
      expect(test.#complaints.splice(0)).toEqual([])
    })
    return test
  }

  /** Opens the console, in `this.page`. */
  async open(options: BrowserContextOptions = {}, url: string = this.consoleUrl): Promise<void> {
    const { viewport, colorScheme, ...others } = options
    this.page = await (await this.#contextFor(others)).newPage()
    await this.page.setViewportSize(viewport ?? { width: 1280, height: 720 })
    if (colorScheme) await this.page.emulateMedia({ colorScheme })
    this.page.setDefaultTimeout(15_000)
    this.page.on('console', message => {
      // The browser itself says what was refused, and that the server is down.
      if (!message.text().startsWith('Failed to load resource')) this.complain(message.text())
    })
    this.page.on('pageerror', error => this.complain(error.message))
    this.page.on('request', request => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && origin !== new URL(url).origin) this.complain(request.url())
    })
    await this.page.goto(url)
    await this.status('Live')
  }

  async #contextFor(options: BrowserContextOptions): Promise<BrowserContext> {
    if (!this.#browser) throw new Error('The browser has not started')
    const key = JSON.stringify(options)
    const known = this.#contexts.get(key)
    if (known) return known
    const permissions = ['clipboard-read', 'clipboard-write']
    const common = { reducedMotion: 'reduce', permissions } as const
    const context = await this.#browser.newContext({ ...common, ...options })
    this.#contexts.set(key, context)
    return context
  }

  /** Puts a server with other options in the place of the one that there is. */
  async restart(options: MockServerOptions): Promise<void> {
    await this.server.close()
    this.server = await startMockServer({ port: 0, accessTokens: [TOKEN], ...options })
  }

  /** Keeps what the page sends there back until the function that it resolves to is called. */
  async keepBack(url: string): Promise<() => void> {
    const [allowed, allow] = signal()
    await this.page.route(url, async route => {
      await allowed
      await route.continue()
    })
    return allow
  }

  complain(text: string): void {
    this.#complaints.push(text)
  }

  get consoleUrl(): string {
    return this.server.consoleUrl ?? ''
  }

  /** A client of the server. */
  client(): PlantStoreClient {
    return new PlantStoreClient({ baseUrl: this.server.url, accessToken: TOKEN, maxRetries: 0 })
  }

  /** Sends a body to the operation as it is. */
  post(
    body: BodyInit,
    headers: Record<string, string> = {},
    address = `${this.server.url}/plants`,
  ): Promise<Response> {
    const usual = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    return fetch(address, { method: 'POST', headers: { ...usual, ...headers }, body })
  }

  /** Waits for a message in a live region. */
  status(text: string | RegExp): Promise<void> {
    return this.page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'visible' })
  }

  /** Waits for a text. */
  see(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  button(
    name: string | RegExp,
    { exact = typeof name === 'string' }: { exact?: boolean } = {},
  ): Locator {
    return this.page.getByRole('button', { name, exact })
  }

  /** Opens a dialog by its button. */
  async dialog(button: string | RegExp): Promise<Locator> {
    await this.button(button).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.waitFor()
    return dialog
  }

  /** The requests that are listed. */
  rows(): Locator {
    return this.list().filter({ has: this.page.getByRole('link') })
  }

  /** The lines of the list, those included that are not requests. */
  list(): Locator {
    return this.page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem')
  }

  search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search the requests' })
  }

  /** What lists the requests of one kind, with their number. */
  chip(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true })
  }

  /** The newest request, which is the last. */
  newest(): Locator {
    return this.rows().last()
  }

  /** The request of that number: the text of #6 at 02:15 has "#60", too. */
  row(number: number): Locator {
    return this.rows().filter({ has: this.page.getByText(`#${number}`, { exact: true }) })
  }

  /** Shows a part of the panel. */
  async tab(name: 'Requests' | 'Next' | 'Plants'): Promise<void> {
    const parts = this.page.getByRole('navigation', { name: 'Parts of the page' })
    await parts.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  }

  /** Opens the fields that say which requests a failure is for. */
  async aim(): Promise<void> {
    await this.page.getByRole('region', { name: 'Next requests' }).locator('summary').click()
  }

  /** Opens the dialog for a response of one's own. */
  async other(): Promise<Locator> {
    await this.page.getByLabel('Another failure').selectOption('Another response…')
    return this.dialog('Fail')
  }

  /** Presses a button of the menu. */
  async menu(button: string): Promise<void> {
    await this.button('Menu').click()
    await this.page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  }

  /** Opens the detail of a request, by default the newest. */
  async select(row: Locator = this.newest()): Promise<Locator> {
    const key = await row.getByRole('link').getAttribute('data-key')
    const link = this.page.locator(`.row[data-key="${key}"]`)
    await link.click()
    await link.and(this.page.locator('[aria-current]')).waitFor({ state: 'attached' })
    await this.detail().waitFor()
    return this.detail()
  }

  detail(): Locator {
    return this.page.getByRole('region', { name: 'Request', exact: true })
  }

  /** The requests that are held. */
  held(): Locator {
    return this.#items().filter({ has: this.page.getByRole('combobox') })
  }

  plants(): Locator {
    return this.page.getByRole('list', { name: 'Plants' }).getByRole('listitem')
  }

  /** The failures and holds that no request has used yet. */
  scheduled(): Locator {
    return this.#items().filter({ has: this.page.getByRole('button', { name: /^Remove/ }) })
  }

  /** Those that were used, released or removed, for as long as they stay. */
  over(): Locator {
    return this.#items().filter({ has: this.page.locator('s') })
  }

  #items(): Locator {
    return this.page.getByRole('list', { name: 'Scheduled' }).getByRole('listitem')
  }
}

/** The token that the server accepts. */
export const TOKEN = 'secret-token'
