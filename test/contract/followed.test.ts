// No edit of openapi.yaml goes silently wrong: what is not refused is followed by all that is generated,
// and by the client, the mock and verify that are built with it.
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/shell.ts'
import { generate, load } from './build.ts'
import { bundler } from './bundle.ts'
import { drivers, verifiedService } from './drivers.ts'
import { edited, exactly, type Followed } from './edit.ts'
import { followed } from './followed.ts'
import { type Role, reference } from './reference.ts'
import { typeErrors, writeTypes } from './types.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const folder = await freshFolder()
await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
const bundled = await bundler()
const folderOf = (edit: Followed) => join(folder, String(followed.indexOf(edit)))

const generatedOf = (edit: Followed) => join(folderOf(edit), 'generated')

const pointer = (path: readonly (string | number)[]) =>
  path.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

describe.each(followed)('followed: $name', edit => {
  test('generated', async () => {
    expect(edited(source, edit)).not.toBe(edited(source, { name: '' }))
    const generated = await generate(source, edit, folderOf(edit))
    const { contract, validators, parse } = await load(generated)
    const { request, success, error } = edit
    const { issuesOfRequest, isSuccess, isError } = validators
    const pointersOf = (text: string) =>
      issuesOfRequest(exactly(text)).map(({ path }) => pointer(path))

    expect(issuesOfRequest(contract.requestExample)).toEqual([])
    for (const text of request?.valid ?? []) expect([text, pointersOf(text)]).toEqual([text, []])
    for (const [text, pointers] of Object.entries(request?.invalid ?? {}))
      expect([text, pointersOf(text)]).toEqual([text, pointers])
    for (const [values, guard] of [
      [success, isSuccess],
      [error, isError],
    ] as const) {
      for (const text of values?.valid ?? [])
        expect([text, guard(exactly(text))]).toEqual([text, true])
      for (const text of Object.keys(values?.invalid ?? {}))
        expect([text, guard(exactly(text))]).toEqual([text, false])
    }
    expect(contract).toMatchObject(edit.contract ?? {})
    for (const [text, value] of Object.entries(edit.reads ?? {}))
      expect(edit.error ? parse.parseError(text) : parse.parseSuccess(text)).toEqual(value)
  })

  test('driven', async () => {
    const built = await bundled(generatedOf(edit))
    const { valid = [], invalid = {} } = edit.request ?? {}
    const plants = {
      valid: [built.contract.requestExample, ...valid.map(exactly)],
      invalid: Object.keys(invalid).map(exactly),
    }
    for (const drive of drivers) await drive(built, plants)
  })

  if (edit.withoutReference) return
  test('as Ajv has it', () => {
    const isValid = reference(edited(source, edit))
    for (const role of ['request', 'success', 'error'] satisfies Role[]) {
      const { valid = [], invalid = {} } = edit[role] ?? {}
      for (const text of valid)
        expect([text, isValid(role, JSON.parse(text))]).toEqual([text, true])
      for (const text of Object.keys(invalid))
        expect([text, isValid(role, JSON.parse(text))]).toEqual([text, false])
    }
  })
})

test('the types take every value that is valid', async () => {
  const files = await Promise.all(followed.map(edit => writeTypes(edit, generatedOf(edit))))
  expect(typeErrors(files)).toEqual([])
})

test('verify tells the digits that a service rounds in an int64', async () => {
  const edit = followed.find(({ name }) => name === 'a success that is the whole request')
  if (!edit) throw new Error('The table has no such edit')
  const { code, lines } = await verifiedService(await bundled(generatedOf(edit)), rounded)
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
