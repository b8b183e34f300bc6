// The tarball, installed by npm in a fresh folder.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, pack, run } from '../harness/shell.ts'

async function installed(...packages: string[]) {
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const tarball = await pack(folder)
  await run(folder, 'npm', 'install', '--silent', '--prefer-offline', tarball, ...packages)
  return folder
}

test('npm installs openapi-fetch and its helper types with it, and nothing else; npx finds both bins', async () => {
  const folder = await installed()
  const names = (await readdir(join(folder, 'node_modules'))).filter(name => name[0] !== '.')
  expect(names.sort()).toEqual([
    'openapi-fetch',
    'openapi-typescript-helpers',
    'plant-store-client',
  ])
  for (const bin of ['plant-store-mock', 'plant-store-client'])
    expect(await run(folder, 'npm', 'exec', '--no', '--', bin, '--help')).toMatch(`Usage: ${bin} `)
})

test('With msw 3, the handlers answer the client', async () => {
  const folder = await installed('msw@3')
  const script = `
    import { setupServer } from 'msw/node'
    import { PlantStoreClient } from 'plant-store-client'
    import { createMockStore } from 'plant-store-client/mock'
    import { createHandlers } from 'plant-store-client/mock/msw'
    const store = createMockStore()
    const server = setupServer(...createHandlers(store))
    server.listen()
    const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com', accessToken: 'token' })
    const result = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
    console.log(result.data.name, store.plants[0].id)
    server.close()`
  await writeFile(join(folder, 'handlers.mjs'), script)
  expect(await run(folder, 'node', 'handlers.mjs')).toBe('Monstera 9007199254740993n\n')
})
