/**
 * Fails where `dist/` is older than what it is built from, so that no tarball is packed from a stale
 * build. npm runs it before each pack; building there would be as good, but the tests pack at once.
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
