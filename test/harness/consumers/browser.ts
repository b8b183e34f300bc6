// Checks in a browser what a bundler made of `browser-app`.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { startMockServer } from 'plant-store-client/mock/server'
import type { Browser } from 'playwright-core'
import { skipped, startBrowser } from '../browser.ts'
import { type Listening, listen } from '../listen.ts'

/** Texts that no minifier changes. The bundle of each part has its text exactly once. */
const marks = {
  client: 'must leave Authorization to accessToken',
  mock: 'an option of the mock store',
}
const nodeBuiltin = /["'`]node:|\brequire\(["'`](?:fs|http|net|path|stream|util|url)["'`]\)/

/**
 * Opens the pages of a built `browser-app`, and looks for `source` in its source maps; returns why
 * it did not open them, or throws what is wrong.
 */
export async function checkInBrowser(folder: string, source: string): Promise<string | undefined> {
  const sources = await mappedSources(join(folder, 'dist'))
  if (!sources.some(path => path.endsWith(source))) throw new Error(`No source map names ${source}`)
  if (skipped) return skipped
  await using app = await serve(folder)
  await using service = await startMockServer({ port: 0, accessTokens: ['token'] })
  await using browser = await startBrowser()

  const client = await open(browser, `${app.url}/client?service=${service.url}`)
  expect(client.title, 'Added Monstera. Added Hoya.', 'the page of the client')
  expect(service.store.plants.map(({ id }) => id).join(), '1,9007199254740993', 'the ids')
  expect(count(client.script, marks.client), 1, 'clients in the page of the client')
  expect(count(client.script, marks.mock), 0, 'mocks in the page of the client')
  expect(nodeBuiltin.exec(client.script)?.[0], undefined, "Node's modules")

  const mocked = await open(browser, `${app.url}/mocked`)
  expect(mocked.title, 'Added Monstera. 1 in the store.', 'the page with the mock')
  expect(count(mocked.script, marks.client), 1, 'clients in the page with the mock')
  expect(count(mocked.script, marks.mock), 1, 'mocks in the page with the mock')
  expect(nodeBuiltin.exec(mocked.script)?.[0], undefined, "Node's modules")

  const unused = await open(browser, `${app.url}/unused`)
  expect(unused.title, 'Hello.', 'the page that uses nothing of the package')
  const bytes = unused.script.length
  if (bytes > 1_000) throw new Error(`Unused code is kept: ${bytes} bytes of scripts`)
  return undefined
}

async function mappedSources(dist: string): Promise<string[]> {
  const maps = globSync('**/*.js.map', { cwd: dist })
  const texts = await Promise.all(maps.map(map => readFile(join(dist, map), 'utf8')))
  return texts.flatMap(text => JSON.parse(text).sources)
}

/** A page's title once it has one, and all the scripts that it loaded. */
async function open(browser: Browser, url: string) {
  const page = await browser.newPage()
  const scripts: Promise<string>[] = []
  page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  const failed = new Promise<never>((_, reject) => page.on('pageerror', reject))
  await Promise.race([failed, page.goto(url).then(() => page.waitForFunction('document.title'))])
  return { title: await page.title(), script: (await Promise.all(scripts)).join('\n') }
}

function expect(seen: unknown, wanted: unknown, what: string) {
  if (seen !== wanted) throw new Error(`${what}: ${seen}, but expected: ${wanted}`)
}

const count = (text: string, part: string) => text.split(part).length - 1

/** Serves `dist`, with a page for each script where the bundler made none, and msw's worker. */
function serve(folder: string): Promise<Listening> {
  return listen(async ({ url = '' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const isPage = extname(path) === ''
    const within = path === '/mockServiceWorker.js' ? 'node_modules/msw/lib' : 'dist'
    const file = join(folder, within, isPage ? `${path}.html` : path)
    const page = `<!doctype html><title></title><script type="module" src="${path}.js"></script>`
    const content = await readFile(file).catch(() => (isPage ? page : undefined))
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/html'
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
  })
}
