import { createError, type ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
import type { Issue } from './errors.ts'
import { Exchange, type ExchangeContext } from './exchange.ts'
import type { AddPlantOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import { redactToken } from './redact.ts'
import { type PreparedRequest, prepareRequest } from './request.ts'
import { parseResponse } from './response.ts'
import type { AddPlantResult, AddPlantSuccess } from './result.ts'
import { retryDelay } from './retry.ts'
import { type CallSettings, describeIssues, resolveCallOptions } from './settings.ts'
import { type GetToken, isToken } from './token.ts'

/** What the calls of a client share. */
export interface CallContext extends ExchangeContext {
  readonly getToken: GetToken
}

/** One call: its checks, its deadline and its attempts. */
export class Call {
  readonly #context: CallContext
  readonly #deadline = new Deadline()
  readonly #exchanges: Exchange[] = []
  /** The tokens of its attempts. */
  readonly #tokens: string[] = []
  readonly #redact = (text: string) => this.#tokens.reduce(redactToken, text)

  constructor(context: CallContext) {
    this.#context = context
  }

  /** Checks the plant and the options, then makes the attempts. It never rejects. */
  async run(newPlant: NewPlant, options: AddPlantOptions | undefined): Promise<AddPlantResult> {
    const client = this.#context.settings
    const { settings, issues } = resolveCallOptions(client, options, this.#deadline)
    const request = prepareRequest(newPlant)
    issues.push(...request.issues)
    const answer =
      issues.length > 0
        ? invalidRequest(issues, request.cause)
        : (this.#deadline.end ?? (await this.#attemptInTime(request, settings)))
    this.#deadline.clear()
    if ('ok' in answer) return answer

    const last = this.#exchanges.at(-1)
    if (this.#deadline.end) last?.abort(answer.cause)
    const mayHaveBeenAdded = this.#exchanges.some(exchange => exchange.mayHaveAdded)
    const error = createError(client.baseUrl, answer, mayHaveBeenAdded, this.#redact)
    return { ok: false, error, response: last?.response }
  }

  #attemptInTime(
    request: PreparedRequest,
    settings: CallSettings,
  ): Promise<AddPlantSuccess | ErrorDetails> {
    this.#deadline.start(settings.timeout)
    return Promise.race([this.#deadline.ended, this.#attempts(request, settings)])
  }

  async #attempts(
    request: PreparedRequest,
    settings: CallSettings,
  ): Promise<AddPlantSuccess | ErrorDetails> {
    const deadline = this.#deadline
    let mayRefresh = typeof this.#context.settings.accessToken === 'function'
    let rejected: string | undefined
    for (let retries = 0; ; ) {
      const token = await this.#getToken(rejected)
      if (typeof token !== 'string') return token

      const exchange = new Exchange(this.#context, deadline)
      this.#exchanges.push(exchange)
      const headers = { ...settings.headers, authorization: `Bearer ${token}` }
      const received = await exchange.run(request, headers)
      const answer =
        'text' in received
          ? parseResponse(received.response, received.text, this.#redact)
          : received
      if ('ok' in answer || deadline.end) return answer

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
  }

  /** The token for an attempt, or why there is none. */
  async #getToken(rejected: string | undefined): Promise<string | ErrorDetails> {
    try {
      const token = await this.#context.getToken(rejected, this.#deadline)
      if (!isToken(token)) throw new TypeError('the provider returned no valid bearer token')
      this.#tokens.push(token)
      return this.#deadline.end ?? token // it may have come too late
    } catch (cause) {
      return { kind: 'access-token', message: 'has no access token', cause }
    }
  }
}

const invalidRequest = (issues: readonly Issue[], cause: unknown): ErrorDetails => ({
  kind: 'invalid-request',
  message: `was not sent: ${describeIssues(issues)}`,
  issues,
  cause,
})
