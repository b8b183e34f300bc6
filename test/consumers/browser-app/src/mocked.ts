// The application without a service: msw's worker answers in its place.
import { setupWorker } from 'msw/browser'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { addPlant } from './add-plant'

const store = createMockStore({ accessTokens: ['token'] })
await setupWorker(...createHandlers(store)).start({ quiet: true })

const client = new PlantStoreClient({ baseUrl: '/v1', accessToken: 'token' })
const added = await addPlant(client, { id: 1, name: 'Monstera' })
document.title = `${added} ${store.plants.length} in the store.`
