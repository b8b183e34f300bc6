import { issuesOfRequest } from '../generated/validators.js'
import { createError, type ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
import { Exchange, type ExchangeSettings } from './exchange.ts'
import { objectToJson } from './json.ts'
import type { AddPlantOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import { redactToken } from './redact.ts'
import type { AddPlantResult, SuccessResult } from './result.ts'
import { retryDelay } from './retry.ts'
import { copyPlant } from './schema.ts'
import { describeIssues, resolveCallOptions } from './settings.ts'
import { type GetToken, isToken } from './token.ts'

/** What the calls of a client share. */
export interface ClientContext extends Omit<ExchangeSettings, 'deadline' | 'redact'> {
  readonly getToken: GetToken
}

/** One call: its checks, its deadline and its attempts. */
export class Call {
  readonly #client: ClientContext
  readonly #deadline: Deadline = new Deadline()
  readonly #exchanges: Exchange[] = []
  /** The tokens that are known to it. */
  readonly #tokens: string[]
  readonly #redact = (text: string) => this.#tokens.reduce(redactToken, text)

  constructor(client: ClientContext) {
    this.#client = client
    this.#tokens = [client.accessToken].filter(isToken)
  }

  /** Checks the plant and the options, then makes the attempts. It never rejects. */
  async run(newPlant: NewPlant, options?: AddPlantOptions): Promise<AddPlantResult> {
    const answer = await this.#checkAndSend(newPlant, options)
    this.#deadline.clear()
    if (answer.ok) return answer

    const last = this.#exchanges[this.#exchanges.length - 1]
    if (this.#deadline.end) last?.abort(answer.cause)
    const mayHaveBeenAdded = this.#exchanges.some(exchange => exchange.mayHaveAdded)
    const error = createError(this.#client.url, answer, mayHaveBeenAdded, this.#redact)
    return { ok: false, error, response: last?.response }
  }

  async #checkAndSend(
    newPlant: NewPlant,
    options: AddPlantOptions | undefined,
  ): Promise<SuccessResult | ErrorDetails> {
    const deadline = this.#deadline
    const defaults = { ...this.#client, deadline, redact: this.#redact, signal: undefined }
    const { settings, issues } = resolveCallOptions(defaults, options)
    let body: string | undefined
    let cause: unknown
    try {
      const plant = copyPlant(newPlant)
      issues.push(...issuesOfRequest(plant))
      if (issues.length === 0) body = objectToJson(plant) // for every attempt
    } catch (thrown) {
      cause = thrown
      issues.push({ path: [], message: 'cannot be written as JSON' })
    }
    if (body === undefined) {
      const message = `was not sent: ${describeIssues(issues)}`
      return { ok: false, kind: 'invalid-request', message, issues, cause }
    }
    deadline.start(settings.timeout)
    try {
      return await deadline.race(this.#attempts(body, settings))
    } catch (cause) {
      return { ok: false, kind: 'network', message: 'could not be sent', cause }
    }
  }

  async #attempts(body: string, settings: ExchangeSettings): Promise<SuccessResult | ErrorDetails> {
    const deadline = this.#deadline
    let mayRefresh = typeof settings.accessToken === 'function'
    let rejected: string | undefined
    for (let retries = 0; !deadline.end; ) {
      const token = await this.#getToken(rejected)
      if (typeof token !== 'string') return token

      const exchange = new Exchange(settings)
      this.#exchanges.push(exchange)
      const headers = {
        ...this.#client.headers,
        ...settings.headers,
        authorization: `Bearer ${token}`,
      }
      const answer = await exchange.run(headers, body)
      if (answer.ok) return answer

      if (mayRefresh && answer.status === 401 && !exchange.mayHaveAdded) {
        mayRefresh = false
        rejected = token
        continue
      }
      rejected = undefined
      const delay = retryDelay(answer, exchange, retries++, settings)
      if (delay === undefined || delay >= deadline.remaining) return answer
      await deadline.sleep(delay)
    }
    return deadline.end
  }

  /** The token for an attempt, or why there is none. */
  async #getToken(rejected: string | undefined): Promise<string | ErrorDetails> {
    try {
      const token = await this.#client.getToken(rejected, this.#deadline)
      if (!isToken(token)) throw new TypeError('the provider gave no bearer token')
      this.#tokens.push(token)
      return this.#deadline.end ?? token // it may have come too late
    } catch (cause) {
      return { ok: false, kind: 'access-token', message: 'has no access token', cause }
    }
  }
}
