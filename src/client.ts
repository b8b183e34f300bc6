import createClient from 'openapi-fetch'
import { mediaType, method, path } from '../generated/contract.ts'
import { issuesOfNewPlant } from '../generated/validators.js'
import { attempt, type Call, type ClientSettings } from './attempt.ts'
import { backOff } from './back-off.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Facts, Failed, failing, type PlantStoreError } from './errors.ts'
import { toJson } from './json.ts'
import { LightRequest, plainHeaders } from './light-request.ts'
import {
  type AddPlantOptions,
  callRules,
  clientRules,
  issuesOf,
  type PlantStoreClientOptions,
} from './options.ts'
import type { NewPlant, Plant } from './plant.ts'
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
 * if (result.ok) console.log(result.data.name)
 * else console.error(result.error.kind, result.error.message)
 * ```
 */
export class PlantStoreClient {
  readonly #client: ClientSettings

  constructor(options: PlantStoreClientOptions) {
    const { baseUrl = '', accessToken = '', middleware = [] } = options
    const [issue] = issuesOf({ ...options, baseUrl, accessToken }, clientRules)
    if (issue) throw new TypeError(`${issue.path} ${issue.message}`)

    const address = new Request(baseUrl).url.replace(/\/+$/, '')
    this.#client = {
      ...options,
      middleware: [...middleware],
      headers: { 'content-type': mediaType, ...plainHeaders(options.headers) },
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
   * @example
   * ```ts
   * const { data, error } = await client.addPlant({ id: 9007199254740993n, name: 'Hoya' })
   * if (error) console.error(error.message, error.mayHaveBeenAdded)
   * else console.log(data.name)
   * ```
   */
  async addPlant(newPlant: NewPlant, options: AddPlantOptions = {}): Promise<AddPlantResult> {
    const client = this.#client
    const { fail } = client
    let call: Call | undefined
    let deadline: Deadline | undefined
    try {
      const plant = { ...newPlant } // what is checked is what is written: a copy, made once
      const issues = [...issuesOf(options, callRules), ...issuesOfNewPlant(plant)]
      if (issues[0]) {
        const all = issues.map(({ path, message }) => `${path} ${message}`)
        throw fail('invalid-request', `was not sent: ${all.join(', ')}`, { issues })
      }
      const body = toJson(plant)
      const headers = { ...client.headers, ...(options.headers && plainHeaders(options.headers)) }
      deadline = startDeadline(options.timeout ?? client.timeout ?? 30_000, options.signal, fail)
      call = {
        ...client,
        headers,
        maxRetries: options.maxRetries ?? client.maxRetries ?? 2,
        retryAmbiguous: options.retryAmbiguous ?? client.retryAmbiguous,
        body,
        signal: deadline.signal,
        mayHaveBeenAdded: false,
      }
      const data = await Promise.race([deadline.ended, untilAnswered(call, deadline)])
      return { ok: true, data, response: call.response as Response }
    } catch (thrown) {
      const message = 'cannot be read or written as JSON'
      const error =
        thrown instanceof Failed
          ? (thrown as unknown as PlantStoreError)
          : fail('invalid-request', `was not sent: ${message}`, {
              issues: [{ path: '', message }],
              cause: thrown,
            })
      const { mayHaveBeenAdded = false, response } = call ?? {}
      return { ok: false, error: Object.assign(error, { mayHaveBeenAdded }), response }
    } finally {
      deadline?.clear()
    }
  }
}

/** Attempt after attempt, until one succeeds or its failure stands. */
async function untilAnswered(call: Call, { ended, sleep }: Deadline): Promise<Plant> {
  let rejected: string | undefined
  let mayRefresh = typeof call.accessToken === 'function'
  for (let retries = 0; ; ) {
    if (call.signal.aborted) await ended
    const token = await call.askForToken(call, rejected)
    rejected = undefined
    try {
      return await attempt(call, token)
    } catch (thrown) {
      const error = thrown as Facts
      if (mayRefresh && error.status === 401) {
        mayRefresh = false
        rejected = token
      } else {
        if (retries++ === call.maxRetries) throw error
        await sleep(backOff(error, retries, call), error)
      }
    }
  }
}
