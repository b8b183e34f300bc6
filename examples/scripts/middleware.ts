// A middleware that logs each attempt.
// #region middleware
import { type Middleware, PlantStoreClient } from 'plant-store-client'

const logged: Middleware = {
  onRequest({ request }) {
    console.log(request.method, request.url)
  },
  onResponse({ response }) {
    console.log(response.status)
  },
}

const { PLANT_STORE_TOKEN: accessToken = '' } = process.env
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken,
  middleware: [logged],
})
// #endregion

const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(ok) // true
