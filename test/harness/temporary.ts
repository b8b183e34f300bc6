import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Keeps the temporary files of a run and its child processes in one folder. Returns its removal. */
export default function temporary(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-client-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
