// The published sources: what an editor and a debugger show of the package is TypeScript.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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

  let file: string
  let service: ReturnType<typeof languageService>
  beforeAll(() => {
    file = join(app, 'app.ts')
    service = languageService(file, source, {})
  })

  test.each(['PlantStoreClient', 'createMockStore', 'createHandlers', 'startMockServer'])(
    '%s',
    name => {
      const [definition] = service.getDefinitionAtPosition(file, source.indexOf(name)) ?? []
      const landed = readFileSync(definition?.fileName ?? '', 'utf8')
      expect(definition?.fileName).toMatch(/\/node_modules\/plant-store-client\/dist\/.*\.d\.ts$/)
      const declaration = landed.slice(definition?.contextSpan?.start)
      expect(declaration).toMatch(new RegExp(`^(?:declare |export )*(?:class|function) ${name}\\b`))
    },
  )
})
