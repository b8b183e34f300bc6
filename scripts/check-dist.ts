/**
 * Fails if `dist/` is missing or out of date. npm runs it before each pack. It does not build, because the
 * tests pack in parallel.
 */
import { isBuilt } from './sources.ts'

if (!isBuilt()) {
  console.error('dist is missing or out of date: run npm run build')
  process.exitCode = 1
}
