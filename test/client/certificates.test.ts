// A certificate that the runtime refuses: users see it behind company proxies. Node closes such a connection before it
// sends the request; the client has no proof of it, but the words. The certificates are made for these tests:
// self-signed for localhost, one that has expired, and one for another name.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../fixtures/certificates')
const program = `
  import { PlantStoreClient } from 'plant-store-client'
  const client = new PlantStoreClient({ baseUrl: process.argv[1], accessToken: 'token', maxRetries: 0 })
  const { error } = await client.addPlant({ id: 1, name: 'Monstera' })
  console.log(JSON.stringify(error))
`

test.each([
  ['self-signed.pem', '', 'self-signed certificate'],
  ['expired.pem', 'expired.pem', 'certificate has expired'],
  ['other-name.pem', 'other-name.pem', "Hostname/IP does not match certificate's altnames"],
])('%s is refused: the message says so', async (name, trusted, words) => {
  let requests = 0
  const key = readFileSync(join(folder, 'key.pem'))
  const server = createServer({ key, cert: readFileSync(join(folder, name)) }, () => requests++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, `https://127.0.0.1:${port}`],
    { env: { ...process.env, ...(trusted && { NODE_EXTRA_CA_CERTS: join(folder, trusted) }) } },
  )
  server.close()
  const error = JSON.parse(stdout)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  expect(error.message).toContain(`/plants got no response: ${words}`)
  expect(requests).toBe(0)
})
