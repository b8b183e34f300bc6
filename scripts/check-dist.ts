/**
 * Fails if `dist/` is older than its sources, so that no tarball is packed from a stale build. npm runs
 * it before each pack. It does not build, because the tests pack in parallel.
 */
import { globSync, statSync } from 'node:fs'

const time = (file: string) => statSync(file).mtimeMs
const sources = globSync(['{src,mock,generated}/**/*.*', 'package.json', 'tsup.config.ts'])
const built = globSync('dist/**/*.*')
const oldest = Math.min(...built.map(time))
const newer = sources.find(file => !(time(file) <= oldest))

if (built.length === 0 || newer) {
  console.error(`dist is ${newer ? `older than ${newer}` : 'missing'}: run npm run build`)
  process.exitCode = 1
}
