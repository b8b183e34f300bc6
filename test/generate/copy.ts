import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freshFolder, run } from '../harness/shell.ts'

/** A fresh folder with the sources of the project, and other files or folders of it. */
export async function copyProject(...others: string[]): Promise<string> {
  const folder = await freshFolder()
  for (const part of ['generated', 'scripts', 'package.json', 'openapi.yaml', ...others])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Runs a script of the project. Rejects with what was printed if it fails. */
export const runScript = (folder: string, ...args: string[]): Promise<string> =>
  run(folder, process.execPath, ...args)
