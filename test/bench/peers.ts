import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder, pack, run } from '../harness/shell.ts'

/** A folder of peers to measure, with a pinned `package.json`. */
type Peers = 'clients' | 'mocks'

const root = join(import.meta.dirname, 'peers')

/** A file of a set. It imports the packages that are installed there, never the sources. */
export const inSet = (set: Peers, ...path: string[]): string => join(root, set, ...path)

/** The arguments of every install. No script of a package runs. */
export const INSTALL: readonly string[] = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--prefer-offline',
  '--silent',
]

let packed: Promise<string> | undefined

/** The tarball of this package, built and packed once. */
export function tarball(): Promise<string> {
  packed ??= run('.', 'npm', 'run', '--silent', 'build').then(async () => pack(await freshFolder()))
  return packed
}

/** Installs a set and this package, packed, next to it; gives each as `name@version`. */
export async function install(set: Peers): Promise<string[]> {
  // npm would keep what is there.
  await rm(inSet(set, 'node_modules/plant-store-client'), { recursive: true, force: true })
  await run(inSet(set), 'npm', ...INSTALL, '--no-save', await tarball())
  const { dependencies = {} } = await manifest(inSet(set))
  const names = ['plant-store-client', ...Object.keys(dependencies)]
  return Promise.all(
    names.map(async name => {
      const { version } = await manifest(inSet(set, 'node_modules', name))
      return `${name}@${version}`
    }),
  )
}

async function manifest(
  folder: string,
): Promise<{ version: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
