// What a maintainer sees of `npm run generate`.
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, runScript } from './copy.ts'
import { edited, ID, NAME, OWN, placeOf, source } from './edit.ts'

const generate = (folder: string, ...args: string[]) =>
  runScript(folder, 'scripts/generate.ts', ...args)

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(join(folder, 'generated'))
  const read = (name: string) => readFile(join(folder, 'generated', name), 'utf8')
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await read(name)])))
}

test('a refusal prints one line for each problem, and changes no file', async () => {
  const folder = await copyProject()
  const before = await filesOf(folder)
  const edit = { [`${NAME}/readOnly`]: true, [`${ID}/multipleOf`]: 2 }
  await writeFile(join(folder, 'openapi.yaml'), edited(edit))
  await expect(generate(folder)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `openapi.yaml cannot be followed:
  readOnly at #${NAME}/readOnly: is not supported here: the mock takes every field of a plant from the request, and has no value of its own
  multipleOf at #${ID}/multipleOf: is not supported here: use minimum and maximum, or leave it to the service
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

test('without openapi.yaml, one line says so', async () => {
  const folder = await copyProject()
  await rm(join(folder, 'openapi.yaml'))
  await expect(generate(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^openapi\.yaml cannot be read: ENOENT.*\n$/),
  })
})

const foreign = source.replace('The name of the plant', 'Kübelpflanze')

test.each<[what: string, bytes: Buffer, problem: string]>([
  [
    'Windows-1252',
    Buffer.from(foreign, 'latin1'),
    `${placeOf('he name of the plant')}: this byte is not UTF-8`,
  ],
  ['UTF-16', Buffer.from(`\ufeff${source}`, 'utf16le'), '1:1: this byte is not UTF-8'],
  [
    'UTF-8 with a control character',
    Buffer.from(source.replace('Tag that', 'Tag\x07that')),
    `${placeOf(' that specifies the type')}: YAML does not allow U+0007`,
  ],
])('a description in %s is refused', async (_, bytes, problem) => {
  const folder = await copyProject()
  await writeFile(join(folder, 'openapi.yaml'), bytes)
  await expect(generate(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`openapi.yaml cannot be followed:\n  openapi.yaml:${problem}`),
  })
})

test('a description in UTF-8 keeps its letters, also with a BOM', async () => {
  const folder = await copyProject()
  await writeFile(join(folder, 'openapi.yaml'), `\ufeff${foreign}`)
  await generate(folder)
  expect((await filesOf(folder))['types.ts']).toContain('/** Kübelpflanze */')
})
