import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { http } from 'msw-2'
import type * as Msw from 'plant-store-client/mock/msw'
import type * as Server from 'plant-store-client/mock/server'

/** msw 2's own handlers, where msw 3's types stand in the declarations. */
type Handler = ReturnType<typeof http.post>
interface PackageWithMsw2 {
  createHandlers(...args: Parameters<typeof Msw.createHandlers>): Handler[]
  startMockServer: typeof Server.startMockServer
}

/** The built package, installed where `msw` is msw 2. */
export async function packageWithMsw2(): Promise<PackageWithMsw2> {
  const folder = join(await mkdtemp(join(tmpdir(), 'plant-store-')), 'node_modules')
  const home = join(folder, 'plant-store-client')
  await mkdir(home, { recursive: true })
  await cp('dist', join(home, 'dist'), { recursive: true })
  await cp('package.json', join(home, 'package.json'))
  await symlink(resolve('node_modules/msw-2'), join(folder, 'msw'))
  const load = (name: string) => import(pathToFileURL(join(home, 'dist/mock', name)).href)
  return { ...(await load('msw.js')), ...(await load('server.js')) }
}
