import { Attempt, type AttemptContext } from './attempt.ts'
import { createError, type ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
import type { AddPlantOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import { redactToken } from './redact.ts'
import type { AddPlantResult, SuccessResult } from './result.ts'
import { retryDelay } from './retry.ts'
import { checkPlant } from './schema.ts'
import {
  type CallSettings,
  type ClientSettings,
  describeIssues,
  resolveCallOptions,
} from './settings.ts'
import { type GetToken, isToken } from './token.ts'

/** State shared by all calls of a client. */
export interface CallContext extends ClientSettings, AttemptContext {
  readonly getToken: GetToken
}

/** One call: its checks, its deadline and its attempts. */
export class Call {
  readonly #client: CallContext
  readonly #attempts: Attempt[] = []
  /** Tokens to redact. */
  readonly #tokens: string[]
  readonly #redact = (text: string) => this.#tokens.reduce(redactToken, text)

  constructor(client: CallContext) {
    this.#client = client
    this.#tokens = [client.accessToken].filter(isToken)
  }

  /** Makes the call. It never rejects. */
  async run(newPlant: NewPlant, options: AddPlantOptions | undefined): Promise<AddPlantResult> {
    const outcome = await this.#checkAndSend(newPlant, options).catch(
      (cause: unknown): ErrorDetails => {
        return { ok: false, kind: 'network', message: 'could not be sent', cause }
      },
    )
    return outcome.ok ? outcome : this.#fail(outcome)
  }

  async #checkAndSend(
    newPlant: NewPlant,
    options: AddPlantOptions | undefined,
  ): Promise<SuccessResult | ErrorDetails> {
    const { settings, issues } = resolveCallOptions(this.#client, options)
    const { plant, issues: wrongFields, cause } = checkPlant(newPlant)
    issues.push(...wrongFields)
    if (issues.length > 0) {
      const message = `was not sent: ${describeIssues(issues)}`
      return { ok: false, kind: 'invalid-request', message, issues, cause }
    }
    const deadline = new Deadline(settings.timeout, settings.signal)
    try {
      return await Promise.race([deadline.ended, this.#makeAttempts(plant, settings, deadline)])
    } finally {
      deadline.clear()
    }
  }

  #fail(details: ErrorDetails): AddPlantResult {
    const last = this.#attempts[this.#attempts.length - 1]
    if (details.kind === 'timeout' || details.kind === 'aborted') last?.abort(details.cause)
    const mayHaveBeenAdded = this.#attempts.some(attempt => attempt.mayHaveAdded)
    const error = createError(this.#client.url, details, mayHaveBeenAdded, this.#redact)
    return { ok: false, error, response: last?.response }
  }

  async #makeAttempts(
    plant: NewPlant,
    settings: CallSettings,
    deadline: Deadline,
  ): Promise<SuccessResult | ErrorDetails> {
    let mayRefresh = typeof this.#client.accessToken === 'function'
    let rejected: string | undefined
    for (let retries = 0; !deadline.end; ) {
      const token = await this.#getToken(rejected, deadline)
      if (typeof token !== 'string') return token

      const attempt = new Attempt(this.#client, deadline, this.#redact)
      this.#attempts.push(attempt)
      const headers = { ...settings.headers, authorization: `Bearer ${token}` }
      const outcome = await attempt.run(plant, headers)
      if (outcome.ok) return outcome

      if (mayRefresh && outcome.status === 401 && !attempt.mayHaveAdded) {
        mayRefresh = false
        rejected = token
        continue
      }
      rejected = undefined
      const delay = retryDelay(outcome, attempt, retries++, settings)
      if (delay === undefined || delay >= deadline.remaining) return outcome
      await deadline.sleep(delay)
    }
    return deadline.end
  }

  /** Returns the token for an attempt, or an error if there is none. */
  async #getToken(
    rejected: string | undefined,
    deadline: Deadline,
  ): Promise<string | ErrorDetails> {
    try {
      const answer = await this.#client.getToken(rejected, deadline)
      const token = answer?.token
      if (!isToken(token)) throw new TypeError('the provider gave no bearer token')
      this.#tokens.push(token)
      return token
    } catch (cause) {
      return { ok: false, kind: 'access-token', message: 'has no access token', cause }
    }
  }
}
