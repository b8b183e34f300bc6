// The client does without what Hermes 0.12, as old as React Native 0.70, lacks. `src/tsconfig.json`
// checks the same of all its code.
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { runProgram } from './run-program.ts'

test('no built-in that is newer than Hermes 0.12 is used', async () => {
  // In a process of its own, since the test runner needs these itself.
  const { stdout, stderr } = await runProgram(`
    const { stdout, stderr } = process // made at first use, which needs some of these,
    new Request('https://plants.example.com') // and so is all that belongs to fetch
    for (const type of [Array, String, Object.getPrototypeOf(Uint8Array)]) delete type.prototype.at
    for (const name of ['findLast', 'toSorted', 'with']) delete Array.prototype[name]
    for (const name of ['allSettled', 'any', 'withResolvers', 'try']) delete Promise[name]
    delete globalThis.structuredClone
    const { PlantStoreClient } = await import('plant-store-client')
    const bodies = [[${successStatus}, { name: 'Hoya' }], [400, { error: 1, message: 'No.' }]]
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com',
      accessToken: 'token',
      fetch: async () => {
        const [status, body] = bodies.shift()
        return { status, json: async () => body }
      },
    })
    const plant = { id: 1n, name: 'Hoya' }
    const ended = [
      await client.addPlant(plant),
      await client.addPlant(plant),
      await client.addPlant({ id: 0.5, name: 'Hoya' }),
    ]
    console.log(ended.map(({ error }) => error ? error.kind : 'added').join())`)
  expect({ stdout, stderr }).toEqual({ stdout: 'added,api,invalid-request', stderr: '' })
})
