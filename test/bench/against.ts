// Builds another commit of this repository, so that a benchmark can run it in turn with this one.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freshFolder, run } from '../harness/shell.ts'
import { INSTALL } from './peers.ts'

/** Another commit of this package. */
export interface Commit {
  /** The git ref, as it was given. */
  ref: string
  /** The `node_modules` that the package is installed in. */
  modules: string
}

/** Installs the package of a commit, packed as it would be published. A commit is built once. */
export async function build(ref: string): Promise<Commit> {
  const hash = (await run('.', 'git', 'rev-parse', '--verify', `${ref}^{commit}`)).trim()
  const folder = resolve('node_modules/.cache/bench', hash)
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'plant-store-client'))) return { ref, modules }
  const tree = await freshFolder()
  await run('.', 'git', 'worktree', 'add', '--detach', tree, hash)
  try {
    // No script of a package runs: the Node that runs this builds the commit, too.
    await run(tree, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--silent')
    await run(tree, 'npm', 'run', '--silent', 'build')
    await run('.', 'npm', ...INSTALL, '--install-links', '--prefix', folder, tree)
  } finally {
    await run('.', 'git', 'worktree', 'remove', '--force', tree)
  }
  return { ref, modules }
}
