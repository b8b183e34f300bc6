// Every edit that is followed leaves client and mock without a type error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../support/shell.ts'
import { generate } from '../build.ts'
import { followed } from '../followed.ts'
import { projectErrors } from '../project.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const folder = await freshFolder()

test.each(followed)('type-checked: $name', async edit => {
  const generated = await generate(source, edit, join(folder, String(followed.indexOf(edit))))
  expect(projectErrors(generated)).toEqual([])
})
