import { appendFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, runScript } from '../generate/copy.ts'

const copyBuild = () =>
  copyProject('src', 'mock', 'dist', 'package-lock.json', 'tsconfig.json', 'tsup.config.ts')

const build = (folder: string, ...args: string[]) => runScript(folder, 'scripts/build.ts', ...args)

test('a build that is up to date is not repeated', async () => {
  const folder = await copyBuild()
  const before = await stat(join(folder, 'dist/index.js'))
  await build(folder)
  expect((await stat(join(folder, 'dist/index.js'))).mtimeMs).toBe(before.mtimeMs)
})

test.each<[change: string, (folder: string) => Promise<void>]>([
  ['a source that has changed', folder => appendFile(join(folder, 'src/index.ts'), '\n')],
  ['a source that is gone', folder => rm(join(folder, 'src/plain.ts'))],
  ['a new version of a tool', folder => appendFile(join(folder, 'package-lock.json'), '\n')],
  ['no build', folder => rm(join(folder, 'dist'), { recursive: true })],
])('%s must be built before it is packed', async (_, change) => {
  const folder = await copyBuild()
  await build(folder, '--check')
  await change(folder)
  await expect(build(folder, '--check')).rejects.toMatchObject({
    stderr: 'dist is missing or out of date: run npm run build\n',
  })
})
