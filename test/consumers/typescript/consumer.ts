// What an application's code may rely on. Only compiled, on every TypeScript: see on-every-typescript.ts.
import {
  type AddPlantOptions,
  type AddPlantResult,
  type NewPlant,
  type Plant,
  PlantStoreClient,
  type PlantStoreClientOptions,
  type PlantStoreError,
  type ServiceError,
} from 'plant-store-client'

const client = new PlantStoreClient({ baseUrl: 'https://a.example', accessToken: 'token' })

export async function narrowsOnOk(): Promise<string> {
  const result: AddPlantResult = await client.addPlant({ id: 1, name: 'Monstera' })
  if (result.ok) {
    const none: undefined = result.error
    const response: Response = result.response
    return `${result.data.name} ${none} ${response.status}`
  }
  const none: undefined = result.data
  return `${result.error.kind} ${none} ${result.response?.status}`
}

export async function narrowsOnError(): Promise<string> {
  const { data, error } = await client.addPlant({ id: 1n, name: 'Monstera', tag: 'tropical' })
  if (error) throw error
  const plant: Plant = data
  return plant.name
}

export async function narrowsOnData(): Promise<string> {
  const { data, error } = await client.addPlant({ id: 1, name: 'Monstera' })
  if (data) return data.tag ?? data.name
  const failure: PlantStoreError = error
  return failure.message
}

export function narrowsOnKind(error: PlantStoreError): unknown {
  const known: Error & { mayHaveBeenAdded: boolean } = error
  switch (error.kind) {
    case 'api': {
      const body: ServiceError = error.body
      const code: number = body.error
      return [error.status, code, body.message, error.retryAfter]
    }
    case 'unexpected-response': {
      const body: string = error.body
      return [error.status, body, error.retryAfter]
    }
    case 'invalid-request':
      return error.issues.map(({ path, message }) => path.join('.') + message)
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'access-token':
    case 'middleware':
      return [known.cause, error.mayHaveBeenAdded]
    default: {
      const never: never = error
      return never
    }
  }
}

export function aForgottenKindIsAnError(error: PlantStoreError): unknown {
  switch (error.kind) {
    case 'api':
      return 1
    default: {
      // @ts-expect-error: the other kinds are left
      const never: never = error
      return never
    }
  }
}

export async function mistakesAreErrors(result: AddPlantResult): Promise<void> {
  // @ts-expect-error: data may be missing
  result.data.name
  // @ts-expect-error: status is not on every error
  result.error?.status
  // @ts-expect-error: no such option
  new PlantStoreClient({ baseURL: 'https://a.example', accessToken: 'token' })
  // @ts-expect-error: no such option
  new PlantStoreClient({ baseUrl: 'https://a.example', accessToken: 'token', timeOut: 1 })
  // @ts-expect-error: accessToken is missing
  new PlantStoreClient({ baseUrl: 'https://a.example' })
  // @ts-expect-error: no such field
  await client.addPlant({ id: 1, name: 'Monstera', tags: 'tropical' })
  // @ts-expect-error: name is missing
  await client.addPlant({ id: 1 })
  // @ts-expect-error: id is no string
  await client.addPlant({ id: '1', name: 'Monstera' })
  // @ts-expect-error: no such option
  await client.addPlant({ id: 1, name: 'Monstera' }, { retries: 1 })
  // @ts-expect-error: of a call only
  new PlantStoreClient({ baseUrl: '', accessToken: '', signal: new AbortController().signal })
}

const call: AddPlantOptions = { signal: undefined, timeout: undefined, headers: undefined }
const plant: NewPlant = { id: 9223372036854775807n, name: 'Hoya' }
const options: PlantStoreClientOptions = {
  baseUrl: new URL('https://a.example'),
  accessToken: async ({ rejected }) => rejected ?? 'token',
  fetch: globalThis.fetch,
  middleware: [{ onRequest: ({ request }) => request }],
  headers: [['x-a', '1']],
  timeout: undefined,
}
export const added: Promise<AddPlantResult> = new PlantStoreClient(options).addPlant(plant, call)
