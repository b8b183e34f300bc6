// A server with many users: one client, and each plant is added with the token of whoever asks.
import { AsyncLocalStorage } from 'node:async_hooks'
import { PlantStoreClient } from 'plant-store-client'

const tokens = new Map([
  ['Ada', 'token'],
  ['Ben', 'token'],
])
const tokenOf = async (user: string) => tokens.get(user) ?? ''

// #region provider
/** Whose request is handled. In a framework: `cookies()` in Next, `locals` in SvelteKit. */
const session = new AsyncLocalStorage<string>()

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: () => tokenOf(session.getStore() ?? 'nobody'),
})
// #endregion

const addFor = (user: string, id: number) =>
  session.run(user, () => client.addPlant({ id, name: `A fern for ${user}` }))
const results = await Promise.all([addFor('Ada', 1), addFor('Ben', 2)])
console.log(results.map(({ data }) => data?.name).join(', ')) // A fern for Ada, A fern for Ben

const user = { token: 'token' }
// #region call
const { error } = await client.addPlant(
  { id: 3, name: 'Monstera' },
  { accessToken: user.token }, // or a function, which is called again after a 401
)
// #endregion
console.log(error) // undefined
