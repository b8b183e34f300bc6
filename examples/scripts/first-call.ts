// Adds one plant to the mock server.
// #region call
import { PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({ baseUrl: 'http://127.0.0.1:4010', accessToken: 'token' })

const result = await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
if (result.ok) console.log(result.data.name)
else console.error(result.error.kind, result.error.message)
// #endregion
