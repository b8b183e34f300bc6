// A tag is released only if package.json and CHANGELOG.md agree with it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freshFolder } from '../harness/shell.ts'

let cwd: string
beforeAll(async () => {
  cwd = await freshFolder()
  const repository = { type: 'git', url: 'git+https://github.com/plants/client.git' }
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ version: '1.2.3', repository }))
  await writeFile(join(cwd, 'CHANGELOG.md'), '# Changelog\n\n## [1.2.3] - 2026-11-21\n')
})

const script = resolve('scripts/check-release.ts')
const release = (tag: string, repository: string) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, tag], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: 'https://github.com' },
  })

test.for<[tag: string, repository: string, problem: RegExp]>([
  ['v1.2.3', 'plants/client', /^$/],
  ['v1.2.4', 'plants/client', /^The tag is v1\.2\.4, but package\.json says version 1\.2\.3\.\n$/],
  ['v1.2.3', 'fork/client', /^package\.json must name its repository: .*fork\/client\.git\n$/],
])('%s of %s', ([tag, repository, problem]) => {
  const { status, stderr } = release(tag, repository)
  expect(stderr).toMatch(problem)
  expect(status).toBe(stderr === '' ? 0 : 1)
})

test('a version without a dated section', async () => {
  await writeFile(join(cwd, 'CHANGELOG.md'), '# Changelog\n\n## [1.2.3]\n')
  const { stderr } = release('v1.2.3', 'plants/client')
  expect(stderr).toContain('CHANGELOG.md has no section "## [1.2.3] - YYYY-MM-DD"')
})

test('only the job that publishes has a token, and it runs no script but npm publish without scripts', () => {
  const { jobs, permissions } = parse(readFileSync('.github/workflows/publish.yml', 'utf8'))
  const withToken = Object.entries<{ permissions?: object }>(jobs).filter(([, job]) =>
    JSON.stringify(job.permissions ?? permissions).includes('id-token'),
  )
  expect(withToken.map(([name]) => name)).toEqual(['publish'])
  const { environment, steps } = jobs.publish
  expect(environment).toBe('release')
  const runs = steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect(runs).toEqual([expect.stringMatching(/^npm publish \.\/\S+\.tgz --ignore-scripts\b/)])
  expect(JSON.stringify(steps)).not.toContain('checkout')
})
