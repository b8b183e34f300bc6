/**
 * Fails unless package.json and CHANGELOG.md agree with a tag: `node scripts/check-release.ts v1.2.3`. In
 * a GitHub workflow the repository must agree too, or npm would refuse the provenance.
 */
import { readFileSync } from 'node:fs'

const [tag = ''] = process.argv.slice(2)
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const changes = readFileSync('CHANGELOG.md', 'utf8').split('\n')
const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY = 'OWNER/NAME' } = process.env
const here = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`

const problems: string[] = []
if (tag !== `v${version}`)
  problems.push(`The tag is ${tag || 'missing'}, but package.json says version ${version}.`)
if (!changes.some(line => line.startsWith(`## [${version}] - `) && /\d{4}-\d\d-\d\d$/.test(line)))
  problems.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`)
if (repository?.url === undefined || (process.env.GITHUB_REPOSITORY && repository.url !== here))
  problems.push(
    `package.json must name its repository: npm pkg set repository.type=git repository.url=${here}`,
  )

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
