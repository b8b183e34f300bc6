import './polyfills'
import { PlantStoreClient, plainResult } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const plant = { id: 9007199254740993n, name: 'Monstera' }
const options = { baseUrl: 'https://plants.example.com/v1', accessToken: 'token' }

async function main() {
  const bodies = []
  const fetch = async (_url, { body }) => {
    bodies.push(body)
    return new Response('{"name":"Monstera"}', { status: 200 })
  }
  const stubbed = await new PlantStoreClient({ ...options, fetch }).addPlant(plant)
  print(`stub: ${stubbed.data?.name} ${bodies[0]}`)

  const store = createMockStore({ accessTokens: ['token'] })
  const client = new PlantStoreClient({ ...options, fetch: store.fetch })
  const added = await client.addPlant(plant)
  print(`mock: ${added.data ? added.data.name : added.error} ${store.plants[0]?.id}`)

  const other = new PlantStoreClient({ ...options, accessToken: 'other', fetch: store.fetch })
  print(`refused: ${JSON.stringify(plainResult(await other.addPlant(plant)))}`)

  const controller = new AbortController()
  controller.abort()
  const aborted = await client.addPlant(plant, { signal: controller.signal })
  print(`aborted: ${aborted.error.kind} ${aborted.error.mayHaveBeenAdded}`)
}

main().catch(error => print(`failed: ${error} ${error.stack}`))
