// The tarball alone, without msw, on every Node that is supported.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { freshFolder, pack, run, startServer } from './shell.ts'

let folder: string
beforeAll(async () => {
  folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const tarball = await pack(folder)
  await run(folder, 'npm', 'install', '--silent', '--prefer-offline', tarball)
  const script = `
    import { PlantStoreClient } from 'plant-store-client'
    const client = new PlantStoreClient({ baseUrl: process.argv[2], accessToken: 'token' })
    const result = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
    console.log(process.version, result.data?.name ?? result.error)`
  await writeFile(join(folder, 'add.mjs'), script)
}, 60_000)

test.each([20, 22, 24, 26])(
  'Node %i runs the bin and the client',
  async version => {
    const home = await freshFolder()
    await writeFile(join(home, 'package.json'), '{"private":true}')
    await run(home, 'npm', 'install', '--silent', '--prefer-offline', `node@${version}`)
    const node = join(home, 'node_modules/node/bin/node')
    const bin = 'node_modules/plant-store-client/dist/mock/bin.js'
    const server = await startServer(folder, node, bin, '--port', '0')
    try {
      const printed = await run(folder, node, 'add.mjs', server.url)
      expect(printed).toMatch(new RegExp(`^v${version}\\.\\S+ Monstera\\n$`))
    } finally {
      expect(await server.stop()).toBe(0)
    }
  },
  120_000,
)
