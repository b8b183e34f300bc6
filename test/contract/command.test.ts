// What a maintainer sees: the list of problems or the files, and a build that fails where types fail.
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/shell.ts'
import { copyProject, generateIn } from './copy.ts'

test('a refusal prints one line for each problem, and changes no file', async () => {
  const folder = await copyProject()
  const description = join(folder, 'openapi.yaml')
  const source = await readFile(description, 'utf8')
  await writeFile(
    description,
    source
      .replace('type: string\n', 'type: string\n          readOnly: true\n')
      .replace('scheme: bearer', 'scheme: basic'),
  )
  const failed = await generateIn(folder).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `openapi.yaml cannot be followed:
  scheme at #/components/securitySchemes/bearerAuth/scheme: must be bearer, not basic
  readOnly at #/components/schemas/Plant/properties/name/readOnly: is not supported: requests and responses have schemas of their own
`,
  })
  for (const name of await readdir('generated'))
    expect(await readFile(join(folder, 'generated', name), 'utf8')).toBe(
      await readFile(join('generated', name), 'utf8'),
    )
})

test('YAML that cannot be read is refused with its line and column', async () => {
  const folder = await copyProject()
  await appendFile(join(folder, 'openapi.yaml'), 'paths: {}\n')
  const failed = await generateIn(folder).catch((error: unknown) => error)
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^openapi\.yaml cannot be followed:\n {2}openapi\.yaml:\d+:1: Map keys must be unique\n$/,
    ),
  })
})

test('the build fails where a type fails', async () => {
  const folder = await copyProject()
  await appendFile(join(folder, 'src/index.ts'), "export const path: '/trees' = method\n")
  await appendFile(
    join(folder, 'src/index.ts'),
    "import { method } from '../generated/contract.ts'\n",
  )
  await expect(run(folder, 'npm', 'run', 'build')).rejects.toMatchObject({
    stdout: expect.stringContaining('Type \'"POST"\' is not assignable to type \'"/trees"\''),
  })
}, 60_000)
