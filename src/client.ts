import createClient from 'openapi-fetch'
import { method, path, requestMediaType } from '../generated/contract.ts'
import { type Client, call } from './call.ts'
import { failing } from './errors.ts'
import { LightRequest } from './light-request.ts'
import {
  type AddPlantOptions,
  clientRules,
  issuesOf,
  type PlantStoreClientOptions,
  withPlainHeaders,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import type { AddPlantResult } from './result.ts'
import { tokenSource } from './token.ts'

/**
 * A client of the Plant Store service.
 *
 * The constructor throws a `TypeError` that names the option where one is missing, unknown or wrong.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * const result = await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
 * if (result.ok) console.log(result.data.name) // Monstera
 * else console.error(result.error.kind, result.error.message)
 * ```
 */
export class PlantStoreClient {
  readonly #client: Client

  /** Sends nothing: the first request is that of the first call. */
  constructor(options: PlantStoreClientOptions) {
    const { baseUrl = '', accessToken = '', middleware = [] } = options
    const checked = withPlainHeaders({ ...options, baseUrl, accessToken })
    const [issue] = issuesOf(checked, clientRules)
    if (issue) throw new TypeError(`${String(issue.path[1])} ${issue.message}`)

    const address = new Request(baseUrl).url.replace(/\/+$/, '')
    this.#client = {
      ...options,
      middleware: [...middleware],
      headers: { 'content-type': requestMediaType, ...checked.headers },
      fail: failing(`${method} ${address}${path}`),
      api: createClient({
        baseUrl: address,
        Request: middleware[0] ? Request : (LightRequest as unknown as typeof Request),
      }),
      askForToken: tokenSource(accessToken),
    }
  }

  /**
   * Adds a plant. It never throws and never rejects: what went wrong is in the result, and the
   * error's `mayHaveBeenAdded` tells whether it is safe to try again.
   *
   * @param newPlant The plant. It is checked against the contract before anything is sent.
   * @param options What is to be other for this call than the client's options say.
   *
   * @example
   * ```ts
   * import { PlantStoreClient } from 'plant-store-client'
   *
   * const client = new PlantStoreClient({
   *   baseUrl: 'https://plants.example.com/v1',
   *   accessToken: 'token',
   * })
   * const { data, error } = await client.addPlant({ id: 9007199254740993n, name: 'Hoya' })
   * if (error) console.error(error.message, error.mayHaveBeenAdded)
   * else console.log(data.name) // Hoya
   * ```
   */
  async addPlant(newPlant: NewPlant, options: AddPlantOptions = {}): Promise<AddPlantResult> {
    return call(this.#client, newPlant, options)
  }
}
