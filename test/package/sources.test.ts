// What an editor and a debugger show of the package can be read.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../bench/limits.ts'
import { languageService } from '../harness/language-service.ts'
import { run } from '../harness/shell.ts'
import { unpacked } from './unpacked.ts'

/** The tarball as it is installed. */
let home: string
let app: string
beforeAll(async () => {
  ;({ folder: app, home } = await unpacked())
}, 60_000)

test('The tarball is at most 940 kB unpacked', () => {
  const files = globSync('**/{.*,*.*,LICENSE}', { cwd: home }).map(
    file => readFileSync(join(home, file)).length,
  )
  expect(files.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(LIMITS.package)
})

test('No file names a source map that is not there', () => {
  for (const file of globSync('dist/**/*.{js,cjs}', { cwd: home }))
    expect(readFileSync(join(home, file), 'utf8'), file).not.toMatch(/^\/\/# sourceMappingURL/m)
})

describe.each([
  ['module', '.js'],
  ['commonjs', '.cjs'],
])('A stack trace, of %s', (type, ending) => {
  /** Runs a script that has everything of an entry. Resolves to the stack that it prints. */
  function stackOf(entry: string, script: string): Promise<string> {
    const load =
      type === 'module' ? `import * as entry from '${entry}'` : `const entry = require('${entry}')`
    return run(app, 'node', `--input-type=${type}`, '-e', `${load}\n${script}`)
  }

  test('names functions of the client as in the source', async () => {
    const stack = await stackOf(
      'plant-store-client',
      'try { new entry.PlantStoreClient() } catch (error) { console.log(error.stack) }',
    )
    expect(stack).toContain('at resolveClientOptions ')
    expect(stack).toContain(`/dist/index${ending}:`)
  })

  test("names functions of the mock as in the source, where a user's listener throws", async () => {
    const stack = await stackOf(
      'plant-store-client/mock',
      `const store = entry.createMockStore()
      store.on('request', function tellTeam() { throw new Error('no team') })
      process.on('uncaughtException', error => console.log(error.stack))
      store.fetch('http://localhost/plants')`,
    )
    expect(stack).toMatch(/^Error: no team\n +at tellTeam /)
    const frames = stack.split('\n').filter(line => line.includes(`${ending}:`))
    expect(frames.length).toBeGreaterThan(3)
    const names = frames.flatMap(line => /at (?:async )?(\S+) /.exec(line)?.[1]?.split('.') ?? [])
    expect(names.filter(name => !NAMES.has(name.replace(/^_|\d+$/g, '')))).toEqual([])
  })
})

/** The names in the mock that a minifier would shorten. */
const NAMES = new Set(
  globSync('mock/**/*.ts').flatMap(file => readFileSync(file, 'utf8').match(/#?\w{3,}/g) ?? []),
)

test('Only the page is minified', () => {
  const files = globSync('dist/**/*.{js,cjs}', { cwd: home })
  const minified = files.filter(file => {
    const text = readFileSync(join(home, file), 'utf8')
    return text.length / text.split('\n').length > 100
  })
  expect(minified).toEqual(['dist/mock/console-page.js'])
})

test('Go to definition of what each entry exports lands in TypeScript', () => {
  const source = `
    import { PlantStoreClient } from 'plant-store-client'
    import { createMockStore } from 'plant-store-client/mock'
    import { createHandlers } from 'plant-store-client/mock/msw'
    import { startMockServer } from 'plant-store-client/mock/server'`
  const file = join(app, 'app.ts')
  const service = languageService(file, source, {})
  for (const [, name = ''] of source.matchAll(/\{ (\w+) \}/g)) {
    const [definition] = service.getDefinitionAtPosition(file, source.indexOf(name)) ?? []
    expect(definition?.fileName).toMatch(/\/node_modules\/plant-store-client\/dist\/.*\.d\.c?ts$/)
    const landed = readFileSync(definition?.fileName ?? '', 'utf8')
    const declaration = landed.slice(definition?.contextSpan?.start)
    expect(declaration).toMatch(new RegExp(`^(?:declare |export )*(?:class|function) ${name}\\b`))
  }
})
