import createClient from 'openapi-fetch'
import { accept, path, requestMediaType } from '../generated/contract.ts'
import type { paths } from '../generated/types.ts'
import { makeCall } from './call.ts'
import type { AddPlantOptions, PlantStoreClientOptions } from './options.ts'
import { PlainRequest } from './plain-request.ts'
import type { NewPlant } from './plant.ts'
import type { AddPlantResult } from './result.ts'
import { type ClientContext, resolveClientOptions } from './settings.ts'
import { unlessItThrows } from './unless-it-throws.ts'

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
    const { headers, middleware } = settings
    const url = settings.baseUrl + path
    this.#context = {
      ...settings,
      url,
      acceptsSignal: acceptsSignal(url),
      api: createClient<paths>({
        headers: { accept, 'content-type': requestMediaType, ...headers },
        redirect: 'manual',
        ...(middleware.length === 0 && { Request: PlainRequest as unknown as typeof Request }),
      }),
    }
    // Its own, so that it works when destructured, as a callback, or through a Proxy. It looks up the method at
    // each call, so that a test double that replaces the method of the class is seen. Defined, because an
    // assignment fails if the prototype is frozen.
    const value: typeof this.addPlant = (...given) =>
      Object.getPrototypeOf(this).addPlant.apply(this, given)
    Object.defineProperty(this, 'addPlant', { value, configurable: true, writable: true })
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
   * if (error) console.error(error.mayHaveBeenAdded, error.message)
   * else console.log(data.name) // Hoya
   * ```
   */
  addPlant(newPlant: NewPlant, options?: AddPlantOptions): Promise<AddPlantResult> {
    return makeCall(this.#context, newPlant, options)
  }
}

/**
 * Under jsdom, AbortController is jsdom's, and Node 24's fetch refuses its signals.
 * https://github.com/jsdom/jsdom/issues/3874
 */
const acceptsSignal = (url: string): boolean =>
  unlessItThrows(() => new Request(url, { signal: new AbortController().signal })) !== undefined
