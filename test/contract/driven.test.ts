// Every edit that is followed, driven through the client, the mock and verify that are built with it.
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/shell.ts'
import { generate } from './build.ts'
import { bundled } from './bundle.ts'
import { drivers, verifiedService } from './drivers.ts'
import { exactly, type Followed } from './edit.ts'
import { followed } from './followed.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const folder = await freshFolder()
await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')

test.each(followed)('driven: $name', async (edit: Followed) => {
  const generated = await generate(source, edit, join(folder, String(followed.indexOf(edit))))
  const built = await bundled(generated)
  const { valid = [], invalid = {} } = edit.request ?? {}
  const plants = {
    valid: [built.contract.requestExample, ...valid.map(exactly)],
    invalid: Object.keys(invalid).map(exactly),
  }
  for (const drive of drivers) await drive(built, plants)
})

test('verify tells the digits that a service rounds in an int64', async () => {
  const edit = followed.find(({ name }) => name === 'a success that is the whole request')
  if (!edit) throw new Error('The table has no such edit')
  const built = await bundled(await generate(source, edit, join(folder, 'rounding')))
  const { code, lines } = await verifiedService(built, rounded)
  expect(code).toBe(1)
  const [reason = ''] = lines.find(({ rule }) => rule === 'an id past 2^53')?.reasons ?? []
  const [, received, sent] = /^id is (\d+), not (\d+)$/.exec(reason) ?? []
  expect(received).not.toBe(sent)
  expect(received).toBe(String(BigInt(Number(sent))))
})

/** The body as a service gives it back that reads each number as a double. */
function rounded(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return '{}'
  }
}
