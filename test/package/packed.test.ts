// The tarball, unpacked next to the one package that it depends on.
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import * as client from 'plant-store-client'
import * as mock from 'plant-store-client/mock'
import * as msw from 'plant-store-client/mock/msw'
import * as server from 'plant-store-client/mock/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { skipped, startBrowser } from '../harness/browser.ts'
import { listen } from '../harness/listen.ts'
import { run, startServer } from '../harness/shell.ts'
import { unpacked } from './unpacked.ts'

const BIN = 'node_modules/plant-store-client/dist/mock/plant-store-mock.js'

/** The folder of an application, and the files of the tarball that was unpacked there. */
let folder: string
let files: string[]
beforeAll(async () => {
  const { tarball, ...app } = await unpacked()
  folder = app.folder
  const listed = await run('.', 'tar', '-tzf', tarball)
  files = listed
    .trim()
    .replaceAll(/^package\//gm, '')
    .split('\n')
}, 60_000)

test('The package is MIT licensed, its package.json has nothing for developers alone, and its tarball has the build, the documents and projects to copy in examples/, such as a React form, and nothing else', () => {
  const fieldsOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const published = fieldsOf(join(folder, 'node_modules/plant-store-client/package.json'))
  expect(published.license).toBe('MIT')
  const own = Object.keys(fieldsOf('package.json'))
  expect(own.filter(name => !(name in published)).join()).toBe(
    'devEngines,packageManager,scripts,devDependencies,overrides,allowScripts',
  )
  const tops = new Set(files.map(file => file.replace(/\/.*/s, '/')))
  expect([...tops].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md'],
    ...['dist/', 'docs/', 'examples/', 'openapi.yaml', 'package.json'],
  ])
  expect(files.filter(file => /bench|examples\/scripts/.test(file))).toEqual([])
  expect(files).toContain('examples/react/.env')
})

test('No link of a document leads out of the tarball', () => {
  const broken = files
    .filter(file => file.endsWith('.md'))
    .flatMap(file => {
      const targets = readFileSync(
        join(folder, 'node_modules/plant-store-client', file),
        'utf8',
      ).matchAll(/\]\((?!https?:|#)([^)#]+)/g)
      return Array.from(targets, ([, target = '']) => `${file} → ${join(dirname(file), target)}`)
    })
    .filter(link => !files.includes(link.split(' → ')[1] ?? ''))
  expect(broken).toEqual([])
})

test('Each symbol has one entry', () => {
  const names = [client, mock, msw, server].flatMap(entry => Object.keys(entry))
  expect(new Set(names).size).toBe(names.length)
})

test.skipIf(skipped)(
  'A page without a bundler finds client and mock by the import map of the guide',
  async () => {
    await using site = await listen(async ({ url = '' }, response) => {
      const [file, type] = url.startsWith('/node_modules/')
        ? [join(folder, url), 'text/javascript']
        : ['test/fixtures/pages/import-map.html', 'text/html']
      response.writeHead(200, { 'content-type': type }).end(await readFile(file))
    })
    await using browser = await startBrowser()
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.waitForFunction('document.title')
    expect(await page.title()).toBe('Monstera was added')
  },
)

describe('Without msw', () => {
  test('The bin serves the mock, and the client adds a plant, by import (ES modules) and by require (CommonJS)', async () => {
    const server = await startServer(folder, process.execPath, BIN, '--port', '0')
    const add = `
      const client = new PlantStoreClient({ baseUrl: '${server.url}', accessToken: 'token' })
      client.addPlant({ id: 1, name: 'Monstera' }).then(result => console.log(result.data.name))`
    const byImport = `import { PlantStoreClient } from 'plant-store-client'\n${add}`
    const byRequire = `const { PlantStoreClient } = require('plant-store-client')\n${add}`
    try {
      expect(await run(folder, 'node', '--input-type=module', '-e', byImport)).toBe('Monstera\n')
      expect(await run(folder, 'node', '--input-type=commonjs', '-e', byRequire)).toBe('Monstera\n')
    } finally {
      await server.stop()
    }
  })

  test.each([
    ['a page', 'browser'],
    ['a Worker', 'neutral'],
  ] as const)('mock is bundled for %s, without msw and Node', async (_target, platform) => {
    const script = `
      import { connectMockServer, createMockStore } from 'plant-store-client/mock'
      console.log(createMockStore().plants.length, typeof connectMockServer)`
    const { outputFiles, warnings } = await build({
      stdin: { contents: script, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform,
      write: false,
    })
    const bundle = outputFiles[0]?.text ?? ''
    expect(warnings).toEqual([])
    expect(bundle).not.toMatch(/^import /m)
    const file = join(folder, `bundle-${platform}.mjs`)
    await writeFile(file, bundle)
    expect(await run(folder, 'node', file)).toBe('0 function\n')
  })

  test.each([
    ['import', "import { createMockApp } from 'plant-store-client/mock'", 'module'],
    ['require', "const { createMockApp } = require('plant-store-client/mock')", 'commonjs'],
  ])('The console page is served after %s', async (_by, load, type) => {
    const script = `${load}
      createMockApp().fetch('http://localhost/__mock')
        .then(response => response.text()).then(page => console.log(page.slice(0, 15)))`
    expect(await run(folder, 'node', `--input-type=${type}`, '-e', script)).toBe(
      '<!doctype html>\n',
    )
  })

  test('The description is found by its name', async () => {
    const found = "console.log(require.resolve('plant-store-client/openapi.yaml'))"
    expect(await run(folder, 'node', '-e', found)).toMatch(/openapi\.yaml\n$/)
  })
})
