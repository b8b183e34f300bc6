// What others wrote to test any API by its description, against the mock server.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { after, afterEach, before, test } from 'node:test'
import { promisify } from 'node:util'
import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

const run = promisify(execFile)
const description = 'node_modules/plant-store-client/openapi.yaml'

let server
before(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
})
afterEach(() => server.store.reset())
after(() => server.close())

const noJava = await run('java', ['-version']).then(
  () => false,
  () => 'java is not installed',
)
if (noJava) console.log(`not here: Specmatic: ${noJava}`)

test("Specmatic's generative tests pass", { skip: noJava, timeout: 180_000 }, async () => {
  const args = ['-jar', 'node_modules/specmatic/specmatic.jar', 'test']
  const env = { ...process.env, SPECMATIC_DISABLE_TELEMETRY: 'true' }
  const options = { env, maxBuffer: 2 ** 24 }
  const { stdout } = await run('java', [...args, `--testBaseURL=${server.url}`], options).catch(
    error => error,
  )
  const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(stdout) ?? []
  const failed = [...stdout.matchAll(/"(-ve|\+ve) .*FAILED"/g)].map(([text]) => text)
  assert.ok(Number(total) > 10, stdout)
  assert.deepEqual(failed, [], stdout)
  assert.equal(passed, total)
})

test("Portman's contract tests pass", { timeout: 120_000 }, async () => {
  const config = ['-c', 'portman-config.json', '-o', 'collection.json', '--runNewman']
  const { stdout } = await run('node_modules/.bin/portman', [
    ...['-l', description, '-b', server.url],
    ...config,
  ])
  assert.match(stdout, /✓.*Schema is valid/)
  assert.doesNotMatch(stdout, /AssertionError/)
})

test('through the proxy of Prism, client and mock keep to the description', async () => {
  await using prism = await startPrism()
  const make = accessToken => new PlantStoreClient({ baseUrl: prism.url, accessToken })
  const added = await make('token').addPlant({ id: Number.MAX_SAFE_INTEGER, name: 'Monstera' })
  assert.deepEqual(added.data, { name: 'Monstera' })
  const refused = await make('other').addPlant({ id: 1, name: 'Monstera' })
  assert.equal(refused.error?.kind, 'api')
  assert.equal(server.store.plants.length, 1)

  // Prism's int64 ends at 2^53 - 1: its own answer is no Error of the contract.
  const beyond = await make('token').addPlant({ id: 9007199254740993n, name: 'Monstera' })
  assert.equal(beyond.error?.kind, 'unexpected-response')
  assert.equal(beyond.error.status, 422)
  assert.equal(beyond.error.mayHaveBeenAdded, false)
})

/** With --errors it answers by itself what does not match the description. */
async function startPrism() {
  const cli = 'node_modules/@stoplight/prism-cli/dist/index.js'
  const args = ['proxy', description, server.url, '--errors', '--port', '0']
  const child = spawn('node', [cli, ...args], { env: { ...process.env, NO_COLOR: '1' } })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const listening = new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      printed += text
      const url = /listening on (http:[\w./:]+)/.exec(printed)?.[1]
      if (url) resolve(url)
    })
    ended.then(() => reject(new Error(`Prism ended: ${printed}`)))
  })
  const stop = async () => {
    child.kill()
    await ended
  }
  return { url: await listening, [Symbol.asyncDispose]: stop }
}
