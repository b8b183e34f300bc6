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

test('The tarball is at most 800 kB unpacked', () => {
  const files = globSync('**/{.*,*.*,LICENSE}', { cwd: home }).map(
    file => readFileSync(join(home, file)).length,
  )
  expect(files.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(LIMITS.package)
})

test('No file names a source map that is not there', () => {
  for (const file of globSync('dist/**/*.{js,cjs}', { cwd: home }))
    expect(readFileSync(join(home, file), 'utf8'), file).not.toMatch(/^\/\/# sourceMappingURL/m)
})

test('A stack trace of the client names its functions, without a source map', async () => {
  const script = `
    import { PlantStoreClient } from 'plant-store-client'
    try { new PlantStoreClient() } catch (error) { console.log(error.stack) }`
  const stack = await run(app, 'node', '--input-type=module', '-e', script)
  expect(stack).toMatch(/at resolveClientOptions .*\/dist\/index\.js:\d+/)
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
      expect(definition?.fileName).toMatch(/\/node_modules\/plant-store-client\/dist\/.*\.d\.c?ts$/)
      const declaration = landed.slice(definition?.contextSpan?.start)
      expect(declaration).toMatch(new RegExp(`^(?:declare |export )*(?:class|function) ${name}\\b`))
    },
  )
})
