import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freshFolder, pack, run } from '../harness/shell.ts'

/** An application with what npm would install, without npm and its registry. */
export async function unpacked(): Promise<{ folder: string; tarball: string; home: string }> {
  const folder = await freshFolder()
  const tarball = await pack(folder)
  const modules = join(folder, 'node_modules')
  const home = join(modules, 'plant-store-client')
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await mkdir(modules)
  await run(folder, 'tar', '-xzf', tarball, '-C', 'node_modules')
  await rename(join(modules, 'package'), home)
  await symlink(resolve('node_modules/openapi-fetch'), join(modules, 'openapi-fetch'), 'junction')
  return { folder, tarball, home }
}
