// What to do about each error. The compiler reports a kind that is missing.
// #region errors
import { PlantStoreClient, type PlantStoreError } from 'plant-store-client'

function whatToDo(error: PlantStoreError): string {
  if (error.mayHaveBeenAdded) return 'Check the store before you add it again.'
  switch (error.kind) {
    case 'api':
      return `The service refused: ${error.body.message}`
    case 'invalid-request':
      return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')
    case 'access-token':
      return 'Sign in again.'
    case 'aborted':
      return 'Nothing was added.'
    case 'unexpected-response':
      return `Something other than the service answered, with status ${error.response.status}.`
    case 'timeout':
    case 'network':
    case 'middleware':
      return 'Try again.'
  }
}
// #endregion

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token-of-yesterday',
})
const tooLarge = await client.addPlant({ id: 2n ** 63n, name: 'Monstera' })
if (tooLarge.error) console.log(whatToDo(tooLarge.error)) // id must be an integer within int64 (-9223372036854775808 to 9223372036854775807), but got the bigint 9223372036854775808
const refused = await client.addPlant({ id: 1, name: 'Monstera' })
if (refused.error) console.log(whatToDo(refused.error)) // The service refused: The access token is not valid
