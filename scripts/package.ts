/**
 * Makes the folder that is published, `package/`: what npm packs of the project, with a `package.json` without
 * what only developers need, which npm would publish too. An argument says in which folder it is made.
 */
import { execFileSync, execSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOR_DEVELOPERS = [
  'scripts',
  'devDependencies',
  'devEngines',
  'overrides',
  'allowScripts',
  'packageManager',
]

const [parent = '.'] = process.argv.slice(2)
const folder = join(parent, 'package')
rmSync(folder, { recursive: true, force: true })
// By a shell, since npm is a script on Windows.
const printed = execSync(`npm pack --json --silent --pack-destination "${parent}"`)
const [{ filename }] = JSON.parse(`${printed}`)
execFileSync('tar', ['-xzf', filename], { cwd: parent }) // into package/
rmSync(join(parent, filename))

const file = join(folder, 'package.json')
const fields = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
const published = fields.filter(([name]) => !FOR_DEVELOPERS.includes(name))
writeFileSync(file, `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`)
