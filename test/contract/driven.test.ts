// Every edit that is followed, driven through the client, the mock and verify that are built with it.
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'vitest'
import { freshFolder } from '../support/shell.ts'
import { generate } from './build.ts'
import { bundled } from './bundle.ts'
import { drivers } from './drivers.ts'
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
