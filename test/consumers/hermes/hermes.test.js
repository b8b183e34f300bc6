const assert = require('node:assert/strict')
const { execFileSync } = require('node:child_process')
const { chmodSync, mkdirSync } = require('node:fs')
const { test } = require('node:test')
const Metro = require('metro')

const folder = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' }[process.platform]
const hermes = `node_modules/hermes-engine-cli/${folder}/hermes`

test('what Metro bundles runs in Hermes with the polyfills of React Native', async () => {
  const config = await Metro.loadConfig(
    {},
    { projectRoot: process.cwd(), reporter: { update() {} } },
  )
  mkdirSync('dist', { recursive: true })
  await Metro.runBuild(config, { entry: 'index.js', out: 'dist/bundle', minify: false, dev: false })
  chmodSync(hermes, 0o755)
  const printed = execFileSync(hermes, ['-w', '-Xes6-promise', 'dist/bundle.js'], {
    encoding: 'utf8',
  })
  assert.match(printed, /^stub: Monstera \{"id":9007199254740993,"name":"Monstera"\}$/m)
  assert.match(printed, /^stub: api false$/m)
  if (!printed.includes('mock: Monstera 9007199254740993'))
    console.log('not here: a plant in the mock: the Request of whatwg-fetch has no stream to read')
  assert.match(printed, /^refused: \{"ok":false,"error":\{"kind":"api",/m)
  assert.match(printed, /^aborted: aborted false$/m)
})
