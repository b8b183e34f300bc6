// A baseUrl of many slashes. Guarding a neighbour, right in 0.1.0 too: slashes that come last.
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

// The work is bounded if it grows with the length: a million slashes take a moment, where the square
// of them would outlast the patience with the process by far.
test.each([
  ['last', "'https://a.example/v1' + slashes"],
  ['first', "'https://a.example' + slashes + 'v1'"],
  ['twice', "'https://a.example' + slashes + 'v1' + slashes"],
])('a million slashes, %s', async (_where, address) => {
  const ended = await runProgram(`
    import { PlantStoreClient } from 'plant-store-client'
    const slashes = '/'.repeat(1_000_000)
    const fetch = async url => Response.json({ name: String(url.endsWith('/v1/plants')) })
    const client = new PlantStoreClient({ baseUrl: ${address}, accessToken: 'token', fetch })
    const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
    console.log(data.name)`)
  expect(ended).toEqual({ code: 0, stdout: 'true', stderr: '' })
})
