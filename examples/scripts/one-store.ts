// One store behind msw handlers and a server at the same time.
import { setupServer } from 'msw/node'
// #region transports
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'

const store = createMockStore({ accessTokens: ['token'] })
const handlers = createHandlers(store) // for setupServer or setupWorker of msw
const server = await startMockServer({ store, port: 0 }) // or `await using server`
// #endregion

const interception = setupServer(...handlers)
interception.listen()
const add = (baseUrl: string, name: string) =>
  fetch(`${baseUrl}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, name }),
  })
await add('https://plants.example.com/v1', 'Monstera')
interception.close()
await add(server.url, 'Hoya')
await server.close()
console.log(store.plants.map(({ name }) => name)) // [ 'Monstera', 'Hoya' ]
