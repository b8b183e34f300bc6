// Checks in a browser what a framework made of a project.
import { startMockServer } from 'plant-store-client/mock/server'
import type { Page } from 'playwright-core'
import { skipped, startBrowser } from '../browser.ts'
import { freePort } from '../listen.ts'
import { startOnPort } from '../shell.ts'

/** The id of every plant that the pages add, so that each part shows that it keeps it exact. */
const ID = 9007199254740993n

/**
 * Starts a built project by `npm start` on PORT, with the mock server's URL in PLANT_STORE_URL, and
 * opens its page at `path` with that URL in the query. The page writes one `<output>` for each part
 * of the framework that has used the client. Throws if those outputs, or the plants in the store,
 * are not `names`; the output of a call that must be refused is `refused: api`. `inPage` are plants
 * that a mock in the page keeps.
 */
export async function checkApp(
  folder: string,
  names: string[],
  { path = '/', inPage = [] }: { path?: string; inPage?: string[] } = {},
): Promise<string | undefined> {
  if (skipped) return skipped
  await using service = await startMockServer({ port: 0, accessTokens: ['token'] })
  const port = await freePort()
  const env = { PORT: `${port}`, NODE_ENV: 'production', PLANT_STORE_URL: service.url }
  await using app = await startOnPort(port, folder, env, ['npm', 'start', '--silent'])
  await using browser = await startBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000) // for slow machines
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  const address = new URL(path, `http://localhost:${port}`)
  address.searchParams.set('service', service.url)
  await page.goto(address.href)
  const outputs = await readOutputs(page).catch(error => {
    throw new Error(`${error}\n${errors.join('\n')}\n${app.printed()}`)
  })
  const wanted = [...[...names, ...inPage].map(name => `${name} was added`), 'refused: api']
  compare(outputs, wanted, 'outputs', errors)
  const requests = service.store.requests.map(
    ({ time, method, status, reason = '' }) => `${time.toJSON()} ${method} ${status} ${reason}`,
  )
  compare(
    service.store.plants.map(({ name }) => name),
    names,
    'plants',
    [...errors, ...requests],
  )
  const inexact = service.store.plants.filter(({ id }) => id !== ID)
  if (inexact.length > 0) throw new Error(`not exact: ${inexact.map(({ id }) => id)}`)
  return undefined
}

/** The texts of all outputs once each has one. */
async function readOutputs(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const outputs = [...document.querySelectorAll('output')]
    return outputs.length > 0 && outputs.every(({ textContent }) => textContent)
  })
  return page.locator('output').allTextContents()
}

function compare(found: string[], wanted: string[], what: string, errors: string[]) {
  if (found.toSorted().join() !== wanted.toSorted().join())
    throw new Error(`${what}: ${found}, but wanted: ${wanted}\n${errors.join('\n')}`)
}
