import { describeCause } from './cause.ts'
import type { CreateError, ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
import type { Issue } from './errors.ts'
import { Exchange, type ExchangeContext } from './exchange.ts'
import type { AddPlantOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import { redactToken } from './redact.ts'
import { type PreparedRequest, prepareRequest } from './request.ts'
import type { ParsedResponse } from './response.ts'
import type { AddPlantResult } from './result.ts'
import { retryDelay } from './retry.ts'
import { type CallSettings, resolveCallOptions } from './settings.ts'
import { type GetToken, isToken } from './token.ts'

/** What the calls of a client share. */
export interface CallContext extends ExchangeContext {
  readonly getToken: GetToken
  readonly createError: CreateError
}

/** One call: its checks, its deadline and its attempts. */
export class Call {
  readonly #context: CallContext
  /** The tokens of its attempts. */
  readonly #tokens: string[] = []
  readonly #redact = (text: string) => this.#tokens.reduce(redactToken, text)

  constructor(context: CallContext) {
    this.#context = context
  }

  /** Checks the plant and the options, then makes the attempts. It never rejects. */
  async run(newPlant: NewPlant, options: AddPlantOptions | undefined): Promise<AddPlantResult> {
    const { settings, issues } = resolveCallOptions(this.#context.settings, options)
    const request = prepareRequest(newPlant)
    issues.push(...request.issues)
    const deadline = new Deadline(settings.timeout)
    if (!deadline.follow(settings.signal))
      issues.push({ path: ['options', 'signal'], message: 'must be an AbortSignal' })
    const exchange = new Exchange(this.#context, deadline, this.#redact)
    const answer =
      issues.length > 0
        ? { failure: invalidRequest(issues, request.cause) }
        : await Promise.race([
            this.#attempts(request, settings, exchange, deadline),
            deadline.ended,
          ])
    deadline.clear()
    if ('plant' in answer) return { ok: true, data: answer.plant, response: answer.response }

    const { failure } = answer
    if (deadline.end) exchange.abort(failure.cause)
    const error = this.#context.createError(failure, exchange.mayHaveBeenAdded, this.#redact)
    return { ok: false, error, response: exchange.response }
  }

  async #attempts(
    request: PreparedRequest,
    settings: CallSettings,
    exchange: Exchange,
    deadline: Deadline,
  ): Promise<ParsedResponse> {
    let mayRefresh = typeof this.#context.settings.accessToken === 'function'
    let rejected: string | undefined
    for (let retries = 0; !deadline.end; ) {
      const token = await this.#getToken(rejected, deadline)
      if (typeof token !== 'string') return { failure: token }
      if (deadline.end) break // the token came too late

      const headers = { ...settings.headers, authorization: `Bearer ${token}` }
      const answer = await exchange.attempt(request, headers)
      if ('plant' in answer) return answer

      const { failure } = answer
      const isUnauthorized = 'status' in failure && failure.status === 401
      if (mayRefresh && isUnauthorized && exchange.hasAddedNothing) {
        mayRefresh = false
        rejected = token
        continue
      }
      rejected = undefined
      const delay = retryDelay(failure, exchange, retries++, settings)
      if (delay === undefined || delay >= deadline.remaining) return answer
      await deadline.sleep(delay)
    }
    return deadline.ended
  }

  /** The token for an attempt, or why there is none. */
  async #getToken(
    rejected: string | undefined,
    deadline: Deadline,
  ): Promise<string | ErrorDetails> {
    try {
      const token = await this.#context.getToken(rejected, deadline)
      if (!isToken(token)) throw new TypeError('the provider returned no valid bearer token')
      this.#tokens.push(token)
      return token
    } catch (cause) {
      return {
        kind: 'access-token',
        message: `has no access token: ${describeCause(cause)}`,
        cause,
      }
    }
  }
}

function invalidRequest(issues: Issue[], cause: unknown): ErrorDetails {
  const all = issues.map(({ path, message }) => `${path.join('.') || 'the plant'} ${message}`)
  return { kind: 'invalid-request', message: `was not sent: ${all.join(', ')}`, issues, cause }
}
