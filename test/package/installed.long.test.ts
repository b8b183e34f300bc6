// The tarball, installed by npm in a fresh folder.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, pack, run } from '../harness/shell.ts'

test('npm installs openapi-fetch and its helper types with it, and nothing else; npx finds both bins', async () => {
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run(folder, 'npm', 'install', '--silent', '--prefer-offline', await pack(folder))
  const names = (await readdir(join(folder, 'node_modules'))).filter(name => name[0] !== '.')
  expect(names.sort()).toEqual([
    'openapi-fetch',
    'openapi-typescript-helpers',
    'plant-store-client',
  ])
  for (const bin of ['plant-store-mock', 'plant-store-client'])
    expect(await run(folder, 'npm', 'exec', '--no', '--', bin, '--help')).toMatch(`Usage: ${bin} `)
})
