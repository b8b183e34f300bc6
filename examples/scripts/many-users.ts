// A server with many users: one client, and each plant is added with the token of whoever asks.
// #region provider
import { AsyncLocalStorage } from 'node:async_hooks'
import { createTokenProvider, PlantStoreClient } from 'plant-store-client'

// #endregion
const signInAs = async (user: string) => (user === 'nobody' ? '' : 'token')

// #region provider
/** A provider for each user, so that each signs in once, and no one gets the token of another. */
const providers = new Map<string, ReturnType<typeof createTokenProvider>>()

function providerOf(user: string) {
  const provider = providers.get(user) ?? createTokenProvider(() => signInAs(user))
  providers.set(user, provider) // delete it when the session ends, or the map grows
  return provider
}

/** Whose request is handled. In a framework: `cookies()` in Next, `locals` in SvelteKit. */
const session = new AsyncLocalStorage<string>()

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: context => providerOf(session.getStore() ?? 'nobody')(context),
})
// #endregion

const addFor = (user: string, id: number) =>
  session.run(user, () => client.addPlant({ id, name: `A fern for ${user}` }))
const results = await Promise.all([addFor('Ada', 1), addFor('Ben', 2)])
console.log(results.map(({ data }) => data?.name).join(', ')) // A fern for Ada, A fern for Ben

const user = { name: 'Ada' }
// #region call
const { error } = await client.addPlant(
  { id: 3, name: 'Monstera' },
  { accessToken: providerOf(user.name) }, // or a token
)
// #endregion
console.log(error) // undefined
