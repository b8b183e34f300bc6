import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Plugin, ViteUserConfig } from 'vitest/config'
import { mutationConfig } from './vitest.mutation.shared.ts'

/** What the build embeds: the description as text, and the console page, without its script and style. */
const embedded: Plugin = {
  name: 'embedded',
  enforce: 'pre',
  resolveId: name => (name.endsWith('/console/assets.js') ? '\0console-assets' : undefined),
  async load(id) {
    if (id.endsWith('.yaml')) return `export default ${JSON.stringify(await readFile(id, 'utf8'))}`
    if (id !== '\0console-assets') return undefined
    const page = gzipSync(await readFile('mock/console/page.html')).toString('base64')
    return `export const compressedHtml = '${page}', scriptHash = '', styleHash = ''`
  },
}

const MARK = '?msw-2'

/**
 * A second copy of the source, where `msw` is msw 2, in place of the built package, which has no
 * mutants.
 */
const underMsw2: Plugin = {
  name: 'under-msw-2',
  enforce: 'pre',
  async resolveId(name, importer) {
    if (!importer?.endsWith(MARK)) return undefined
    if (name === 'msw') return this.resolve('msw-2', importer)
    const resolved = await this.resolve(name, importer)
    return resolved?.id.endsWith('.ts') ? resolved.id + MARK : resolved
  },
  load: id =>
    id.endsWith('/package-with-msw-2.ts')
      ? `import { createHandlers } from '../../mock/msw.ts${MARK}'
         import { startMockServer } from '../../mock/server.ts${MARK}'
         export const packageWithMsw2 = async () => ({ createHandlers, startMockServer })`
      : undefined,
}

/** The tests of the mock, for mutants of `mock/json`, `mock/http`, `mock/store` and `mock/control`. */
const config: ViteUserConfig = mutationConfig({
  include: ['test/{app,control,http,json,mock}/**/*.test.ts', 'test/specification.test.ts'],
  exclude: [
    // They run the built package and not the mutants, most of them in other processes.
    'test/control/many-listeners.test.ts',
    'test/control/no-control.test.ts',
    'test/control/two-builds.test.ts',
    'test/mock/attack.test.ts',
    'test/mock/command-line.test.ts',
    'test/mock/heavy-bodies.test.ts',
    'test/mock/line-writer.test.ts',
    'test/mock/printable.test.ts',
    'test/mock/shutdown.test.ts',
    'test/mock/waiting-memory.test.ts',
    // They start Chromium.
    'test/app/console.test.ts',
    'test/app/cors.test.ts',
    'test/mock/browser.test.ts',
    'test/mock/reset-in-browser.test.ts',
    // Hundreds of sockets, half a gigabyte and the like take long for each mutant.
    'test/control/full.test.ts',
    'test/control/long-lists.test.ts',
    'test/json/length.test.ts',
    'test/mock/many-connections.test.ts',
    'test/mock/many-failures.test.ts',
    // Random: a mutant would live or die by chance.
    'test/mock/properties.test.ts',
  ],
  quick: [
    'test/json/',
    'test/http/',
    'test/mock/messages.test.ts',
    'test/mock/answers.test.ts',
    'test/mock/hosts.test.ts',
    'test/mock/mounts.test.ts',
    'test/mock/proof.test.ts',
    'test/mock/failures.test.ts',
    'test/mock/hostile.test.ts',
  ],
  // They wait for time-outs and sockets, or fill the store.
  slow: [
    'test/control/events.test.ts',
    'test/control/long-state.test.ts',
    'test/control/remote-holds.test.ts',
    'test/control/seeding.test.ts',
    'test/control/event-streams.test.ts',
    'test/mock/holds.test.ts',
    'test/mock/rules.test.ts',
    'test/mock/bounds.test.ts',
    'test/mock/journal-limit.test.ts',
    'test/mock/waiting.test.ts',
  ],
  plugins: [embedded, underMsw2],
})
export default config
