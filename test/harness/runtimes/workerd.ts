import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expectations } from '../expectations.ts'
import { holdAppControl, holdSessions } from './app.ts'
import { holdConsole } from './console.ts'
import type { Live } from './live.ts'
import { type Result, without } from './result.ts'
import type { Runtime } from './runtime.ts'
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

/** workerd, as it runs on the machine of someone who develops a Worker. */
export const workerd = (compatibilityDate: string, packages: string[]): Runtime => ({
  packages,
  entries: ['worker.ts', 'worker-app.ts', 'worker-handlers.ts', 'worker-users.ts'],
  async prove(folder, live) {
    const worker = await startWorker(folder, 'worker.mjs', compatibilityDate)
    const app = await startWorker(folder, 'worker-app.mjs', compatibilityDate)
    const handlers = await startWorker(
      folder,
      'worker-handlers.mjs',
      compatibilityDate,
      'nodejs_compat',
    )
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
          ...(await holdConsole(`${origin}/~console`)),
          without('socket', 'a Worker cannot listen'),
          without('bin', 'a Worker has no command line'),
        ],
      }
    } finally {
      await Promise.all([worker.dispose(), app.dispose(), handlers.dispose()])
    }
  },
})
