import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'

/** Everything that the build depends on. */
const SOURCES = [
  '{src,mock,generated}/**',
  'scripts/{build,console-page,source-maps,sources}.ts',
  '{openapi.yaml,package.json,package-lock.json,tsconfig.json,tsconfig.build.json,tsup.config.ts}',
]

/** The build writes the hash of its sources here when it is complete. */
export const STAMP = 'dist/sources.sha256'

/** Hashes the names and contents of all sources. */
export function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES).sort())
    if (statSync(file).isFile()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Returns whether `dist/` is up to date. */
export function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === hashSources()
  } catch {
    return false // no build, or an incomplete one
  }
}
