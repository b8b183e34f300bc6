// What a maintainer sees of `npm run generate`.
import { execFile } from 'node:child_process'
import { appendFile, cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from '../harness/shell.ts'
import { edited, ID, NAME, OWN } from './edit.ts'

async function copyProject(): Promise<string> {
  const folder = await freshFolder()
  for (const part of ['generated', 'scripts', 'package.json', 'openapi.yaml'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Rejects with what was printed. */
const generate = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/generate.ts', ...args], { cwd: folder })

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(join(folder, 'generated'))
  const read = (name: string) => readFile(join(folder, 'generated', name), 'utf8')
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await read(name)])))
}

test('a refusal prints one line for each problem, and changes no file', async () => {
  const folder = await copyProject()
  const before = await filesOf(folder)
  await writeFile(
    join(folder, 'openapi.yaml'),
    edited({ [`${NAME}/readOnly`]: true, [`${ID}/multipleOf`]: 2 }),
  )
  await expect(generate(folder)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `openapi.yaml cannot be followed:
  readOnly at #${NAME}/readOnly: is not supported here
  multipleOf at #${ID}/multipleOf: is not supported here
`,
  })
  expect(await filesOf(folder)).toEqual(before)
})

test('--check fails if a file is not what the description makes, and changes none', async () => {
  const folder = await copyProject()
  await generate(folder, '--check')
  await appendFile(join(folder, 'generated/contract.ts'), '// edited\n')
  const edited = await filesOf(folder)
  await expect(generate(folder, '--check')).rejects.toMatchObject({
    code: 1,
    stderr: 'Out of date: generated/contract.ts. Run npm run generate.\n',
  })
  expect(await filesOf(folder)).toEqual(edited)
})

test('a file that the description no longer needs is removed', async () => {
  const folder = await copyProject()
  const before = await filesOf(folder)
  const description = join(folder, 'openapi.yaml')
  const serial = { type: 'integer', format: 'int64' }
  await writeFile(
    description,
    edited({ '/components/schemas/Plant/properties/serial': serial, [`${OWN}/x`]: serial }),
  )
  await generate(folder)
  expect(Object.keys(await filesOf(folder))).toContain('parse-exactly.ts')
  await cp('openapi.yaml', description)
  await generate(folder)
  expect(await filesOf(folder)).toEqual(before)
})
