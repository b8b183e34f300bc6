// The published sources: what an editor and a debugger show of the package is TypeScript.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../bench/limits.ts'
import { run } from '../harness/shell.ts'
import { unpacked } from './unpacked.ts'

/** The tarball as it is installed. */
let home: string
let app: string
beforeAll(async () => {
  ;({ folder: app, home } = await unpacked())
}, 60_000)

test('The tarball is at most 700 kB unpacked', () => {
  const files = globSync('**/*.*', { cwd: home }).map(file => readFileSync(join(home, file)).length)
  expect(files.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(LIMITS.package)
})

describe('The source map of the client', () => {
  const maps = () => globSync('dist/**/*.map', { cwd: home })
  const read = (map: string) => JSON.parse(readFileSync(join(home, map), 'utf8'))

  test('names files of the tarball and does not repeat them', () => {
    expect(maps()).toEqual(['dist/index.js.map'])
    for (const map of maps()) {
      const { sources, sourcesContent } = read(map)
      expect(sourcesContent, map).toBeUndefined()
      for (const source of sources)
        expect(existsSync(resolve(home, dirname(map), source)), source).toBe(true)
    }
  })

  test('is there for every file that names one', () => {
    for (const file of globSync('dist/**/*.{js,cjs}', { cwd: home })) {
      const named = /^\/\/# sourceMappingURL=(.*)$/m.exec(readFileSync(join(home, file), 'utf8'))
      if (named?.[1]) expect(existsSync(join(home, dirname(file), named[1])), file).toBe(true)
    }
  })

  test('leads a stack trace to the sources', async () => {
    const script = `
      import { PlantStoreClient } from 'plant-store-client'
      try { new PlantStoreClient() } catch (error) { console.log(error.stack) }`
    const args = ['--enable-source-maps', '--input-type=module', '-e', script]
    expect(await run(app, 'node', ...args)).toContain('/src/settings.ts:')
  })
})

describe('Go to definition lands in TypeScript', () => {
  const source = `
    import { PlantStoreClient } from 'plant-store-client'
    import { createMockStore } from 'plant-store-client/mock'
    import { createHandlers } from 'plant-store-client/mock/msw'
    import { startMockServer } from 'plant-store-client/mock/server'`

  const service = () => {
    const file = join(app, 'app.ts')
    const shared = ts.createLanguageService({
      getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, types: [] }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: path => {
        const text = path === file ? source : ts.sys.readFile(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => app,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: path => path === file || ts.sys.fileExists(path),
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
    })
    return (name: string) => shared.getDefinitionAtPosition(file, source.indexOf(name))?.[0]
  }
  let definitionOf: ReturnType<typeof service>
  beforeAll(() => {
    definitionOf = service()
  })

  test.each(['PlantStoreClient', 'createMockStore', 'createHandlers', 'startMockServer'])(
    '%s',
    name => {
      const definition = definitionOf(name)
      const landed = readFileSync(definition?.fileName ?? '', 'utf8')
      expect(definition?.fileName).toMatch(/\/node_modules\/plant-store-client\/dist\/.*\.d\.ts$/)
      const declaration = landed.slice(definition?.contextSpan?.start)
      expect(declaration).toMatch(new RegExp(`^(?:declare |export )*(?:class|function) ${name}\\b`))
    },
  )
})
