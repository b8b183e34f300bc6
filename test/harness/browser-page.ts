import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { listen } from './listen.ts'

/** A page of Chromium with `script` in it, next to msw's service worker. */
export async function openPage(script: string): Promise<{ page: Page; close(): Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error', // it warns of an import that esbuild itself wrote, to split the package
  })
  const worker = await readFile('node_modules/msw/lib/mockServiceWorker.js', 'utf8')
  const files: Record<string, [type: string, content: string]> = {
    '/': [
      'text/html',
      '<!doctype html><title>Mock</title><script type="module" src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/mockServiceWorker.js': ['text/javascript', worker],
  }
  const server = await listen(({ url = '' }, response) => {
    const [type, content] = files[url] ?? []
    response
      .writeHead(content ? 200 : 404, { 'content-type': `${type}; charset=utf-8` })
      .end(content)
  })

  let browser: Browser | undefined
  const close = async () => {
    await browser?.close()
    await server.close()
  }
  try {
    browser = await startBrowser()
    const page = await browser.newPage()
    await page.goto(server.url)
    await page.waitForFunction('globalThis.page')
    return { page, close }
  } catch (error) {
    await close()
    throw error
  }
}
