/**
 * Makes the folder that is published, `package/`: what npm packs of the project, with a `package.json` without
 * what only developers need, which npm would publish too, and documents that link to the repository where they link to
 * a file that is not in the package. An argument says in which folder it is made.
 */
import { execFileSync, execSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkOutside } from './package-links.ts'

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
mkdirSync(folder)
// npm is a script on Windows, so a shell runs it. The path is in a variable, which no shell interprets.
const printed = execSync('npm pack --json --silent', {
  env: { ...process.env, npm_config_pack_destination: folder },
})
const [{ filename: tarball, files }] = JSON.parse(`${printed}`)
execFileSync('tar', ['-xzf', join('package', tarball)], { cwd: parent }) // into package/
rmSync(join(folder, tarball))

const file = join(folder, 'package.json')
const fields = JSON.parse(readFileSync(file, 'utf8'))
const published = Object.entries(fields).filter(([name]) => !FOR_DEVELOPERS.includes(name))
writeFileSync(file, `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`)

const repository = fields.repository?.url.replace(/^git\+|\.git$/g, '')
const paths: string[] = files.map(({ path }: { path: string }) => path)
for (const path of paths.filter(each => each.endsWith('.md'))) {
  const document = join(folder, path)
  const text = readFileSync(document, 'utf8')
  writeFileSync(document, linkOutside(text, path, paths, { repository, tag: `v${fields.version}` }))
}
