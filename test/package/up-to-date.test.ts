import { execFile } from 'node:child_process'
import { appendFile, cp, rm, stat, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from '../harness/shell.ts'

async function copyBuild(): Promise<string> {
  const folder = await freshFolder()
  for (const part of ['src', 'mock', 'generated', 'scripts', 'dist'])
    await cp(part, join(folder, part), { recursive: true })
  for (const file of ['openapi.yaml', 'package.json', 'package-lock.json'])
    await cp(file, join(folder, file))
  for (const file of ['tsconfig.json', 'tsup.config.ts']) await cp(file, join(folder, file))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

const build = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/build.ts', ...args], { cwd: folder })

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
