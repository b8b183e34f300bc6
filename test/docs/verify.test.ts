// What docs/verify.md shows is printed by the command, and what it warns of happens.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { plain, type Reply, refuse, type Seen, serve } from '../verify/sample-service.ts'
import { verify } from '../verify/verify-bin.ts'

/** Trims names, and refuses long ones. */
function answer(seen: Seen): Reply {
  const authorization = seen.headers.authorization?.replace(/^bearer/, 'Bearer')
  const { status, body } = plain({ ...seen, headers: { ...seen.headers, authorization } })
  if (status !== successStatus) return refuse(400, 'Refused')
  const { name } = JSON.parse(seen.body)
  if (name.length > 255) return refuse(400, 'The name is too long')
  return { status, body: { ...Object(body), id: undefined, name: name.trim() } }
}

test('the report of docs/verify.md, its text and the README say that verify adds up to 286 plants: this service trims names', async () => {
  await using service = await serve(seen => answer({ ...seen, path: seen.path.slice(3) }))
  const flags = ['--token-env', 'PLANTS_TOKEN', '--first-id', '1', '--seed', '1']
  const { stdout, stderr } = await verify(`${service.url}/v1`, ...flags)
  const report = (stdout + stderr).replaceAll(service.url, 'https://plants.example.com')
  await expect(report).toMatchFileSnapshot('verify-report.txt')
  const [most] = /(?<=^Up to )\d+ plants/.exec(report) ?? []
  expect(readFileSync('README.md', 'utf8')).toContain(`adds up to ${most}`)
  expect(readFileSync('docs/verify.md', 'utf8')).toContain(`up to ${parseInt(most ?? '', 10)}:`)
})

test('with AUTOINCREMENT, SQLite has no id left after the plant with the id 9223372036854775807, even when that is deleted, until its counter is reset', () => {
  using database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE plants (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)')
  const add = (id: string) => database.exec(`INSERT INTO plants VALUES (${id}, 'Monstera')`)
  add('9223372036854775807')
  expect(() => add('NULL')).toThrow('full')
  database.exec('DELETE FROM plants')
  expect(() => add('NULL')).toThrow('full')
  database.exec('DELETE FROM sqlite_sequence')
  add('NULL')
})
