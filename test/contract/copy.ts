import { execFile } from 'node:child_process'
import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freshFolder } from '../support/shell.ts'

/** A copy of what generates and builds the package. */
export async function copyProject(): Promise<string> {
  const folder = await freshFolder()
  for (const part of ['src', 'mock', 'generated', 'scripts', 'package.json', 'openapi.yaml'])
    await cp(part, join(folder, part), { recursive: true })
  for (const config of ['tsconfig.json', 'tsconfig.build.json', 'tsup.config.ts'])
    await cp(config, join(folder, config))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Generates in a copy. Rejects with what was printed. */
export const generateIn = (folder: string): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['scripts/generate.ts'], { cwd: folder })
