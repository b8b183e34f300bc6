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

  const no = async () => new Response('{"error":1,"message":"No."}', { status: 400 })
  const { error } = await new PlantStoreClient({ ...options, fetch: no }).addPlant(plant)
  print(`stub: ${error.kind} ${error.mayHaveBeenAdded}`)

  // The mock needs it. The newest Hermes on npm is older than that of React Native 0.72, which has it.
  Array.prototype.at ??= function (index) {
    return this[index < 0 ? this.length + index : index]
  }
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
