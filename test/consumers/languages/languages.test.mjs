// The mock server from other languages, with nothing but their standard libraries.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, afterEach, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startMockServer } from 'plant-store-client/mock/server'

const run = promisify(execFile)

/** Each takes URL, token and body, and prints status and body of the answer. */
const programs = {
  Python: ['python3', 'add.py'],
  Go: ['go', 'run', 'add.go'],
  PHP: ['php', 'add.php'],
  Ruby: ['ruby', 'add.rb'],
  Perl: ['perl', 'add.pl'],
  curl: ['sh', 'add.sh'],
}
const command = { curl: ['curl', '--version'], Go: ['go', 'version'] }

let server
before(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
})
afterEach(() => server.store.reset())
after(() => server.close())

for (const [language, [program, ...args]] of Object.entries(programs)) {
  const [probe, ...words] = command[language] ?? [program, '--version']
  const missing = await run(probe, words).then(
    () => false,
    () => `${probe} is not installed`,
  )
  if (missing) console.log(`not here: ${language}: ${missing}`)
  const add = async (token, body) => {
    const { stdout } = await run(program, [...args, `${server.url}/plants`, token, body])
    const [status, ...rest] = stdout.split('\n')
    return { status: Number(status), body: JSON.parse(rest.join('\n')) }
  }

  test(`${language} adds a plant, its id exact`, { skip: missing }, async () => {
    const { status, body } = await add('token', '{"id":9007199254740993,"name":"Monstera"}')
    assert.equal(status, 200)
    assert.deepEqual(body, { name: 'Monstera' })
    assert.deepEqual(server.store.plants, [{ id: 9007199254740993n, name: 'Monstera' }])
  })

  test(`${language} reads what it did wrong`, { skip: missing }, async () => {
    const wrongToken = await add('other', '{"id":1,"name":"Monstera"}')
    assert.equal(wrongToken.status, 401)
    const wrongBody = await add('token', '{"id":"1"}')
    assert.equal(wrongBody.status, 400)
    assert.match(wrongBody.body.message, /id.*name|name.*id/s)
  })
}
