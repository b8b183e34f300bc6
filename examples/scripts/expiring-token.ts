// A token whose expiry is known: a new provider signs in before the service rejects the token.
// #region expiry
import { type AccessToken, createTokenProvider, PlantStoreClient } from 'plant-store-client'

// #endregion

let signIns = 0
const signIn = async () => ({ token: 'token', expiresIn: ++signIns === 1 ? 0 : 3_600 }) // seconds

// #region expiry
let expiresAt = Infinity
const createProvider = () =>
  createTokenProvider(async () => {
    const { token, expiresIn } = await signIn()
    expiresAt = Date.now() + expiresIn * 1_000
    return token
  })
let provider = createProvider()

const accessToken: AccessToken = context => {
  if (Date.now() > expiresAt - 60_000) {
    expiresAt = Infinity // until the new provider has signed in
    provider = createProvider()
  }
  return provider(context)
}
// #endregion

const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })
for (const id of [1, 2, 3]) await client.addPlant({ id, name: 'Monstera' })
console.log(signIns) // 2
