import type { Client as ApiClient, Middleware } from 'openapi-fetch'
import { method, path } from '../generated/contract.ts'
import type { paths } from '../generated/types.ts'
import { issuesOfRequest } from '../generated/validators.js'
import { plantOf, textOf } from './answer.ts'
import { backOff } from './back-off.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Facts, type Fail, Failed, type PlantStoreError, rootOf } from './errors.ts'
import { toJson } from './json.ts'
import { observed } from './middleware.ts'
import { neverLeft } from './never-left.ts'
import {
  type AddPlantOptions,
  callRules,
  issuesOf,
  type PlantStoreClientOptions,
  withPlainHeaders,
} from './options.ts'
import type { NewPlant, Plant } from './plant.ts'
import type { AddPlantResult } from './result.ts'
import type { AskForToken } from './token.ts'

/** What a client brings to each of its calls. */
export interface Client extends PlantStoreClientOptions {
  middleware: Middleware[]
  headers: Record<string, string>
  fail: Fail
  api: ApiClient<paths>
  askForToken: AskForToken
}

/** The statuses of an answer that is no success and tells that nothing was added. */
const REFUSED = /^[^25]|503/

/** One call, from the plant to the result. */
export async function call(
  client: Client,
  newPlant: NewPlant,
  options: AddPlantOptions,
): Promise<AddPlantResult> {
  const { accessToken, api, askForToken, fail, middleware } = client
  /** True from the moment that an attempt is sent, unless its outcome shows that it added nothing. */
  let mayHaveBeenAdded = false
  /** The last answer. */
  let response: Response | undefined
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let deadline: Deadline<Plant> | undefined

  try {
    const plant = { ...newPlant } // what is checked is what is written: a copy, made once
    const checked = withPlainHeaders(options)
    const issues = issuesOf(checked, callRules).concat(issuesOfRequest(plant))
    if (issues[0]) {
      const all = issues.map(({ path, message }) => `${path.join('.')} ${message}`)
      throw fail('invalid-request', `was not sent: ${all.join(', ')}`, { issues })
    }
    const body = toJson(plant)
    const headers = { ...client.headers, ...checked.headers }
    deadline = startDeadline(options.timeout ?? client.timeout ?? 30_000, options.signal, fail)
    const data = await deadline.race(untilAnswered(body, headers, deadline))
    return { ok: true, data, response: response as unknown as Response }
  } catch (thrown) {
    const message = 'cannot be JSON'
    const error =
      thrown instanceof Failed
        ? (thrown as unknown as PlantStoreError)
        : fail('invalid-request', `was not sent: ${message}`, {
            issues: [{ path: [], message }],
            cause: thrown,
          })
    const unread = reader ?? response?.body
    unread?.cancel().catch(() => {})
    return { ok: false, error: Object.assign(error, { mayHaveBeenAdded }), response }
  } finally {
    deadline?.clear()
  }

  /** Attempt after attempt, until one succeeds or its failure stands. */
  async function untilAnswered(
    body: string,
    headers: Record<string, string>,
    { signal, sleep }: Deadline<Plant>,
  ): Promise<Plant> {
    let rejected: string | undefined
    let mayRefresh = typeof accessToken === 'function'
    for (let retries = 0; ; ) {
      if (signal.aborted) throw fail // the race is over
      const token = await askForToken(rejected, fail, signal)
      rejected = undefined
      try {
        return await attempt(body, { ...headers, authorization: `Bearer ${token}` }, signal)
      } catch (thrown) {
        const error = thrown as Facts
        if (mayRefresh && error.status === 401) {
          mayRefresh = false
          rejected = token
        } else {
          if (retries++ === (options.maxRetries ?? client.maxRetries ?? 2)) throw error
          const retryAmbiguous = options.retryAmbiguous ?? client.retryAmbiguous
          await sleep(backOff(error, retries, !mayHaveBeenAdded, retryAmbiguous), error)
        }
      }
    }
  }

  /** Sends the plant once and reads what comes back. */
  async function attempt(
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Plant> {
    const { fetch = globalThis.fetch } = client
    const before = mayHaveBeenAdded
    let lost: unknown = fail
    const lose = (cause: unknown): never => {
      lost = cause
      throw cause
    }
    let text: string
    const answered = (answer: Response) => {
      response = answer
      reader = answer.body?.getReader() // throws where a middleware read the body, not a clone
    }
    response = undefined
    reader = undefined
    try {
      await api.POST(path, {
        body: body as unknown as NewPlant,
        bodySerializer: json => json,
        ...(middleware[0] && {
          headers,
          signal,
          middleware: observed(middleware, answered, error => {
            lost = error
          }),
        }),
        async fetch(request) {
          const init: RequestInit = {
            method,
            headers,
            body,
            redirect: 'manual', // followed, a POST would turn into a GET, or the token travel
            signal,
            ...(middleware[0] && {
              headers: Object.fromEntries(request.headers),
              body: await request.arrayBuffer(),
              signal: request.signal,
              credentials: request.credentials,
            }),
          }
          if (signal.aborted) throw fail // the provider or a middleware took too long
          mayHaveBeenAdded = true
          const exchange = async () => {
            response = await fetch(request.url, init)
            if (middleware[0]) return response
            answered(response)
            // openapi-fetch is left no body to read: that is done here, bounded by size and time.
            return { status: 204, headers: response.headers } as Response
          }
          return exchange().catch(lose)
        },
      })
      text = await textOf(response as unknown as Response, reader, signal).catch(lose)
    } catch (cause) {
      const why = rootOf(cause).message
      if (middleware[0] && cause !== lost)
        throw fail('middleware', `failed in middleware: ${why}`, { cause })
      if (neverLeft(cause)) mayHaveBeenAdded = before
      throw fail('network', `got no full answer: ${why}`, { cause })
    }
    const answer = response as unknown as Response
    if (lost === fail && REFUSED.test(`${answer.status}`)) mayHaveBeenAdded = before
    return plantOf(answer, text, fail)
  }
}
