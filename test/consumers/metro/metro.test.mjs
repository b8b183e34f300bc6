import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import Metro from 'metro'

test('Metro bundles client and mock without msw and Node, and the bundle adds a plant', async () => {
  const config = await Metro.loadConfig(
    {},
    {
      projectRoot: process.cwd(),
      reporter: { update() {} },
      transformer: {
        getTransformOptions: async () => ({ transform: { experimentalImportSupport: true } }),
      },
    },
  )
  mkdirSync('dist')
  await Metro.runBuild(config, { entry: 'index.js', out: 'dist/bundle', minify: false, dev: false })
  const bundle = readFileSync('dist/bundle.js', 'utf8')
  assert.doesNotMatch(bundle, /["']node:|require\(["']msw/)
  assert.equal(
    execFileSync('node', ['dist/bundle.js'], { encoding: 'utf8' }),
    'Monstera 9007199254740993n\n',
  )
})
