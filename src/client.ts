import { accept, path, requestMediaType } from '../generated/contract.ts'
import { Call, type ClientContext } from './call.ts'
import { acceptsSignal } from './exchange.ts'
import type { AddPlantOptions, PlantStoreClientOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import type { AddPlantResult } from './result.ts'
import { resolveClientOptions } from './settings.ts'
import { createTokenProvider } from './token.ts'

/**
 * A client of the Plant Store service.
 *
 * The constructor throws a `TypeError` that names every option that is missing, unknown or wrong.
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
  readonly #context: ClientContext

  /** Checks the options. Nothing is sent before the first call. */
  constructor(options: PlantStoreClientOptions) {
    const settings = resolveClientOptions(options)
    this.#context = {
      ...settings,
      url: settings.baseUrl + path,
      headers: { accept, 'content-type': requestMediaType, ...settings.headers },
      getToken: createTokenProvider(settings.accessToken),
      acceptsSignal: acceptsSignal(settings.baseUrl),
    }
  }

  /**
   * Adds a plant. It never throws and never rejects: whatever goes wrong is in the result, and the
   * error's `mayHaveBeenAdded` says whether the plant may be in the store although the call failed.
   *
   * @param newPlant The plant. It is checked against the contract before anything is sent.
   * @param options Overrides the client's options for this call.
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
  addPlant(newPlant: NewPlant, options?: AddPlantOptions): Promise<AddPlantResult> {
    return new Call(this.#context).run(newPlant, options)
  }
}
