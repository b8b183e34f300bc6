// The mock as a fetch handler, for Workers, Bun, Deno and frameworks.
// #region app
import { createMockApp, type MockApp } from 'plant-store-client/mock'

const app: MockApp = createMockApp({ accessTokens: ['token'] })
export default app // a Worker, or a server of Bun or Deno; with Hono, mount app.fetch
// #endregion

const response = await app.fetch(
  new Request('http://127.0.0.1:4010/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: '{ "id": 1, "name": "Monstera" }',
  }),
)
console.log(await response.text()) // {"name":"Monstera"}
