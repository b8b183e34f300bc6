// The application: it adds a plant at once, and another with code that it loads later.
import { PlantStoreClient } from 'plant-store-client'
import { addPlant } from './add-plant'

const baseUrl = new URLSearchParams(location.search).get('service') ?? '/v1'
const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
const first = await addPlant(client, { id: 1, name: 'Monstera' })

const { addAnother } = await import('./later')
document.title = `${first} ${await addAnother(baseUrl)}`
