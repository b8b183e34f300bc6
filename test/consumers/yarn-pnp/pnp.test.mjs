import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const tarball = resolve(dependencies['plant-store-client'].replace('file:', ''))
const npmConfig = key => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim()
// Yarn does not read npm's settings.
const settings = [
  'nodeLinker: pnp',
  'enableTelemetry: false',
  'enableScripts: false',
  `npmRegistryServer: "${npmConfig('registry')}"`,
]
const cafile = npmConfig('cafile')
if (cafile !== 'null') settings.push(`httpsCaFilePath: "${cafile}"`)

mkdirSync('app')
writeFileSync('app/package.json', '{ "private": true, "type": "module" }')
writeFileSync('app/yarn.lock', '') // a project of its own
writeFileSync('app/.yarnrc.yml', `${settings.join('\n')}\n`)
writeFileSync(
  'app/main.mjs',
  `import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
const { data } = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
console.log(data?.name, server.store.plants[0]?.id)
`,
)
const yarn = (...args) =>
  execFileSync('node', [resolve('node_modules/@yarnpkg/cli-dist/bin/yarn.js'), ...args], {
    cwd: 'app',
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
yarn('add', `plant-store-client@file:${tarball}`)

test('without node_modules, the package works', () => {
  assert.equal(existsSync('app/node_modules'), false)
  assert.match(yarn('node', 'main.mjs'), /^Monstera 9007199254740993n$/m)
})

test('yarn runs both bins', () => {
  assert.match(yarn('plant-store-mock', '--help'), /^Usage: plant-store-mock /m)
  assert.match(yarn('plant-store-client', '--help'), /^Usage: plant-store-client /m)
})
