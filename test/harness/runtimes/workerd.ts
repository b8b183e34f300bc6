import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { PlantStoreClient } from 'plant-store-client'
import { skipped, startBrowser } from '../browser.ts'
import { expectations } from '../expectations.ts'
import { holdAppControl, holdSessions } from './app.ts'
import { equal, held, type Result, type Runtime, without } from './result.ts'
import type { Live } from './services.ts'
import { holdUsers } from './users.ts'

const names = expectations.map(({ name }) => name)

interface Miniflare {
  ready: Promise<URL>
  dispatchFetch(url: string, init?: object): Promise<Response>
  dispose(): Promise<void>
}

/** Starts a Worker from a bundle such as Cloudflare's own tools make. */
async function startWorker(
  folder: string,
  file: string,
  date: string,
  ...flags: string[]
): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    write: false,
  })
  const { Miniflare } = createRequire(join(folder, file))('miniflare')
  return new Miniflare({
    modules: true,
    script: outputFiles[0]?.text,
    compatibilityDate: date,
    compatibilityFlags: flags,
    cf: false, // or it is downloaded
    // workerd prints a line for each connection that the checks break.
    handleRuntimeStdio(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
      stdout.resume()
      stderr.resume()
    },
  })
}

async function resultsOf(worker: Miniflare, live: Live): Promise<Result[]> {
  const body = JSON.stringify(live)
  const answer = await worker.dispatchFetch('http://worker/', { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Result[]
}

/** Opens the console of a session in Chromium, and adds a plant while it is open. */
async function holdConsole(session: string): Promise<Result> {
  if (skipped) return without('app', skipped)
  await using browser = await startBrowser()
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  return await held('app', 'createMockApp, exported by a Worker, has the console', async () => {
    await page.goto(`${session}/__mock`)
    const client = new PlantStoreClient({ baseUrl: session, accessToken: 'token' })
    await client.addPlant({ id: 7, name: 'Strelitzia' })
    await page.getByText('Strelitzia').first().waitFor({ timeout: 15_000 })
    equal(errors, [])
  })
}

/** workerd, as it runs on the machine of someone who develops a Worker. */
export const workerd = (compatibilityDate: string, packages: string[]): Runtime => ({
  packages,
  entries: ['worker.ts', 'worker-app.ts', 'worker-handlers.ts', 'worker-users.ts'],
  async prove(folder, live) {
    const worker = await startWorker(folder, 'worker.mjs', compatibilityDate)
    const app = await startWorker(folder, 'worker-app.mjs', compatibilityDate)
    const compatible = [compatibilityDate, 'nodejs_compat'] as const
    const handlers = await startWorker(folder, 'worker-handlers.mjs', ...compatible)
    try {
      const { origin } = await app.ready
      const { version } = createRequire(join(folder, 'worker.mjs'))('workerd/package.json')
      return {
        version,
        results: [
          ...(await resultsOf(worker, live)),
          ...(await holdUsers(() => startWorker(folder, 'worker-users.mjs', compatibilityDate))),
          ...(await resultsOf(handlers, live)),
          ...(await holdSessions('store.fetch', (_options, expectation) => ({
            origin,
            fetch: (url, init) =>
              fetch(url, {
                ...init,
                headers: { ...init.headers, 'x-expectation': `${names.indexOf(expectation)}` },
              }),
          }))),
          ...(await holdAppControl(origin, true, 'unexpected-response')),
          await holdConsole(`${origin}/~console`),
          without('socket', 'a Worker cannot listen'),
          without('bin', 'a Worker has no command line'),
        ],
      }
    } finally {
      await Promise.all([worker.dispose(), app.dispose(), handlers.dispose()])
    }
  },
})
