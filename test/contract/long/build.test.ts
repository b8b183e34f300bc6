// Edits through the commands that a maintainer runs, and then the commands that a user runs.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, startServer } from '../../support/shell.ts'
import { copyProject, generateIn } from '../copy.ts'
import { edited } from '../edit.ts'
import { followed } from '../followed.ts'

const NAMES = [
  'put',
  'another success status',
  'a success that is the whole request',
  'name becomes title',
  'a tag that is a number',
  'int64 in an error',
]

test.each(followed.filter(({ name }) => NAMES.includes(name)))('built: $name', async edit => {
  const folder = await copyProject()
  const source = await readFile('openapi.yaml', 'utf8')
  await writeFile(join(folder, 'openapi.yaml'), edited(source, edit))
  await generateIn(folder)
  await run(folder, 'npm', 'run', '--silent', 'build')

  const program = 'dist/mock/plant-store-client.js'
  const server = await startServer(folder, process.execPath, program, '--port', '0')
  try {
    const options = ['--token', 'token', '--json']
    const printed = await run(folder, process.execPath, program, 'verify', server.url, ...options)
    const { summary } = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')
    expect(summary).toMatchObject({ differs: 0, inconclusive: 0, unspecified: { other: 0 } })
  } finally {
    await server.stop()
  }
})

test('each edit that is named is in the table', () => {
  const names = followed.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(NAMES))
})
