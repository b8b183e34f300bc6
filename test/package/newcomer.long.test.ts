// A first test in a project of one's own, from what docs/testing.md shows.
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { region } from '../../scripts/readme/region.ts'
import { chromiumPath, skipped } from '../harness/browser.ts'
import { freshFolder, pack } from '../harness/shell.ts'
import { registryWith } from './registry.ts'

let registry: Awaited<ReturnType<typeof registryWith>>
beforeAll(async () => {
  registry = await registryWith(await pack(await freshFolder()))
})
afterAll(() => registry?.close())

/** The files that the guide shows, and what they test, in `test/fixtures/projects`. */
const stories = {
  vitest: 'dom/{add-plant.ts,add-plant.test.ts}',
  jest: 'jest/{add-plant.js,add-plant.test.js}', // store.fetch needs no msw
  'jest-msw': 'jest/{add-plant.js,msw.test.js}',
  dom: 'dom/{plant-form.tsx,loading.test.tsx}',
  playwright: 'playwright/{index.html,playwright.config.ts,fixtures.ts,add-plant.spec.ts}',
}

test.for(Object.entries(stories))('a first test passes: %s', async ([name, files], { skip }) => {
  skip(name === 'playwright' && skipped !== undefined, skipped)
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  for (const file of globSync(join('test/fixtures/projects', files)))
    await cp(file, join(folder, basename(file)))
  const install = 'npm install plant-store-client'
  const typed = region(await readFile('test/docs/newcomer.sh', 'utf8'), 'newcomer.sh', name)
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    CHROMIUM_PATH: chromiumPath,
    NODE_OPTIONS: '',
  }
  const commands = ['-exc', [install, ...typed].join('\n')]
  const { stdout, stderr } = await promisify(execFile)('sh', commands, { cwd: folder, env })
  expect(stdout + stderr).toMatch(/[1-9] passed/)
})
