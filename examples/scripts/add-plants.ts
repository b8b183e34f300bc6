// Adds the plants of plants.json to the mock server with the client, and prints the results.
// Run it with `npm start`.
import { readFile } from 'node:fs/promises'
import { type AddPlantResult, type NewPlant, PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

const text = await readFile(new URL('plants.json', import.meta.url), 'utf8')
const plants: NewPlant[] = JSON.parse(text, exactId)

const server = await startMockServer({ port: 0, accessTokens: ['let-me-in'] })
console.log(`Mock server at ${server.url}\n`)

const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'let-me-in' })
const stranger = new PlantStoreClient({ baseUrl: server.url, accessToken: 'let-me-in-too' })

const rows = []
for (const plant of plants) rows.push(row(plant, await client.addPlant(plant)))

const fern = { id: 2650708, name: 'Asplenium scolopendrium', tag: 'fern' }
rows.push(row(fern, await stranger.addPlant(fern)))

const nameless = { id: 1, tag: 'unknown' } as NewPlant // a compile error without the cast
rows.push(row(nameless, await client.addPlant(nameless)))

console.table(rows)
console.log(`${server.store.plants.length} plants are in the store.`)
await server.close()

function row({ id, name }: NewPlant, result: AddPlantResult) {
  return result.ok
    ? { id: String(id), name, result: 'added', answer: JSON.stringify(result.data) }
    : { id: String(id), name, result: result.error.kind, answer: result.error.message }
}

/** Beyond 2^53 - 1 JSON.parse rounds; the source text has every digit (Node 21 and later). */
function exactId(key: string, value: unknown, { source } = {} as { source?: string }) {
  return key === 'id' && source && !Number.isSafeInteger(value) ? BigInt(source) : value
}
