// The bytes that a client adds to a page, and the packages that npm installs.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { freshFolder, run } from '../harness/shell.ts'
import { byEsbuild, byRolldown } from './bundle.ts'
import { compare, type Findings } from './findings.ts'
import { LIMITS } from './limits.ts'
import { INSTALL, inSet, install, tarball } from './peers.ts'
import type { Samples } from './rounds.ts'

/** The import of each client in an application. */
const entries: Record<string, string> = {
  'plant-store-client': "export { PlantStoreClient } from 'plant-store-client'",
  'openapi-fetch': "export { default } from 'openapi-fetch'",
  ky: "export { default } from 'ky'",
  ofetch: "export { ofetch } from 'ofetch'",
  axios: "export { default } from 'axios'",
}

export async function bytes(): Promise<Findings> {
  const versions = await install('clients')
  const gzip: Samples = {}
  const rolldown: Samples = {}
  const packages: Samples = {}
  const kilobytes: Samples = {}
  for (const [name, entry] of Object.entries(entries)) {
    const code = await byEsbuild(entry, inSet('clients'))
    gzip[name] = [gzipSync(code, { level: 9 }).length]
    if (name === 'plant-store-client')
      rolldown[name] = [gzipSync(await byRolldown(entry, inSet('clients')), { level: 9 }).length]
    const pinned = versions.find(one => one.startsWith(`${name}@`)) ?? name
    const target = name === 'plant-store-client' ? await tarball() : pinned
    const installed = await installedBy(target)
    packages[name] = [installed.packages]
    kilobytes[name] = [installed.kilobytes]
  }
  const table = (what: string, unit: string, samples: Samples, atMost?: number) =>
    compare({ what, unit, samples }, atMost ? [{ side: 'plant-store-client', atMost }] : [])
  return {
    versions,
    findings: [
      ...table('Bundled by esbuild, min+gzip', 'bytes', gzip, LIMITS.bundle),
      ...table('Bundled by rolldown, min+gzip', 'bytes', rolldown, LIMITS.bundle),
      ...table('Packages installed by npm', '', packages, LIMITS.packages),
      ...table('Kilobytes installed by npm', 'kB', kilobytes),
    ],
  }
}

/** Installs a package in a fresh folder. */
async function installedBy(target: string): Promise<{ packages: number; kilobytes: number }> {
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run(folder, 'npm', ...INSTALL, target)
  const lock = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  const packages = Object.keys(JSON.parse(lock).packages)
  let bytes = 0
  for (const one of packages)
    for (const file of await readdir(join(folder, one), { recursive: true, withFileTypes: true }))
      if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size
  return { packages: packages.length, kilobytes: bytes / 1_000 }
}
