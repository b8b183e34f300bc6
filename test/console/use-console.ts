import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startBrowser } from '../harness/browser.ts'

/** The console of a server in this process, opened in a browser. Each test has a server of its own. */
export class ConsoleTest {
  server!: MockServer
  page!: Page
  /** What a strict page has none of: complaints, errors, requests to others. */
  readonly #complaints: string[] = []
  #browser: Browser | undefined

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
      await test.page?.context().close()
      await test.server.close()
      expect(test.#complaints.splice(0)).toEqual([])
    })
    return test
  }

  /** Opens the console, in `this.page`. */
  async open(options: BrowserContextOptions = {}, url: string = this.consoleUrl): Promise<void> {
    if (!this.#browser) throw new Error('The browser has not started')
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', ...options })
    this.page = await context.newPage()
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
    body: string,
    headers: Record<string, string> = {},
    base = `${this.server.url}/`,
  ): Promise<Response> {
    const usual = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    return fetch(`${base}plants`, { method: 'POST', headers: { ...usual, ...headers }, body })
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
    return this.page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem')
  }

  /** Opens the detail of a request, by default the newest. */
  async select(row: Locator = this.rows().first()): Promise<Locator> {
    await row.getByRole('link').click()
    await this.detail().waitFor()
    return this.detail()
  }

  detail(): Locator {
    return this.page.getByRole('region', { name: 'Request', exact: true })
  }

  held(): Locator {
    return this.page.getByRole('list', { name: 'Held requests' }).getByRole('listitem')
  }

  plants(): Locator {
    return this.page.getByRole('list', { name: 'Plants' }).getByRole('listitem')
  }

  scheduled(): Locator {
    return this.page.getByRole('list', { name: 'Scheduled' }).getByRole('listitem')
  }
}

/** The token that the server accepts. */
export const TOKEN = 'secret-token'
