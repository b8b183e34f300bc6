import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const tarball = resolve(dependencies['plant-store-client'].replace('file:', ''))
const bins = ['plant-store-mock', 'plant-store-client']
const scripts = Object.fromEntries(bins.map(bin => [bin, `${bin} --help`]))

mkdirSync('app')
writeFileSync('app/package.json', JSON.stringify({ private: true, scripts }))
const pnpm = (...args) =>
  execFileSync('node', [resolve('node_modules/pnpm/bin/pnpm.mjs'), ...args], {
    cwd: 'app',
    encoding: 'utf8',
  })
pnpm('add', '--ignore-scripts', tarball)
writeFileSync(
  'app/main.mjs',
  `import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

const server = await startMockServer({ port: 0, accessTokens: ['token'] })
const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
console.log((await client.addPlant({ id: 1, name: 'Monstera' })).data?.name)
await server.close()
`,
)

test('in the strict node_modules of pnpm, the package works', () => {
  assert.equal(existsSync('app/node_modules/openapi-fetch'), false)
  assert.equal(execFileSync('node', ['main.mjs'], { cwd: 'app', encoding: 'utf8' }), 'Monstera\n')
})

for (const bin of bins) {
  test(`pnpm exec ${bin} prints its own name`, () => {
    assert.match(pnpm('exec', bin, '--help'), new RegExp(`^Usage: ${bin} `))
  })

  test(`a package script finds ${bin}`, () => {
    assert.match(pnpm('--silent', 'run', bin), new RegExp(`Usage: ${bin} `))
  })
}
