// A middleware that logs each attempt.
import { type Middleware, PlantStoreClient } from 'plant-store-client'

// #region middleware
const logged: Middleware = {
  onRequest({ request }) {
    console.log(request.method, request.url)
  },
  onResponse({ response }) {
    console.log(response.status)
  },
}
// #endregion

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  middleware: [logged],
})

const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(ok) // true
