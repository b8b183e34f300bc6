// An application whose own route ends in /plants: the handlers answer the service's address alone.
// #region own
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'

const store = createMockStore({ accessTokens: ['token'] })
const server = setupServer(
  ...createHandlers(store, { baseUrl: 'https://api.example.com/v1' }),
  http.post('/api/plants', () => HttpResponse.json({ mine: true })),
)
// #endregion

Object.assign(globalThis, { location: new URL('https://app.example.com/') })
server.listen()
const own = await fetch('https://app.example.com/api/plants', { method: 'POST' })
console.log(await own.json()) // { mine: true }
const service = await fetch('https://api.example.com/v1/plants', {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{ "id": 1, "name": "Monstera" }',
})
console.log(await service.json()) // { name: 'Monstera' }
server.close()
