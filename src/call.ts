import { method } from '../generated/contract.ts'
import { Attempt } from './attempt.ts'
import { createError, type ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
import type { Issue } from './errors.ts'
import type { AddPlantOptions } from './options.ts'
import type { NewPlant } from './plant.ts'
import { type Redact, redactAll } from './redact.ts'
import type { AddPlantResult, SuccessResult } from './result.ts'
import { retryDelay } from './retry.ts'
import { checkPlant } from './schema.ts'
import {
  type CallSettings,
  type ClientContext,
  describeField,
  describeOption,
  resolveCallOptions,
} from './settings.ts'
import { getToken } from './token.ts'

/** One call: its checks, its deadline and its attempts. */
export class Call {
  readonly #client: ClientContext
  #mayHaveAdded = false
  #attempts = 0
  readonly #tokens = new Set<string>()
  readonly #redact: Redact = text => redactAll(text, this.#tokens)
  /** The last attempt. */
  #attempt: Attempt | undefined

  constructor(client: ClientContext) {
    this.#client = client
  }

  /** Makes the call. It never rejects. */
  async run(newPlant: NewPlant, options: AddPlantOptions | undefined): Promise<AddPlantResult> {
    const outcome = await this.#checkAndSend(newPlant, options).catch(
      (cause: unknown): ErrorDetails => {
        return { ok: false, kind: 'network', message: 'could not be sent', cause }
      },
    )
    if (outcome.ok) return outcome
    const response = this.#attempt?.response
    const mayHaveBeenAdded = this.#mayHaveAdded || this.#attempt?.mayHaveAdded === true
    const details = { ...outcome, response, mayHaveBeenAdded }
    const request = `${method} ${this.#client.url}`
    const error = createError(request, details, this.#attempts, this.#redact)
    return { ok: false, error, response }
  }

  async #checkAndSend(
    newPlant: NewPlant,
    options: AddPlantOptions | undefined,
  ): Promise<SuccessResult | ErrorDetails> {
    const { settings, issues: wrongOptions } = resolveCallOptions(this.#client, options)
    if (typeof settings.accessToken === 'string') this.#tokens.add(settings.accessToken)
    const { plant, issues: wrongFields, cause } = checkPlant(newPlant)
    if (wrongOptions.length + wrongFields.length > 0) {
      const words = [...wrongOptions.map(describeOption), ...wrongFields.map(describeField)]
      const message = `was not sent: ${words.join('; ')}`
      const redacted = (issue: Issue) => ({ ...issue, message: this.#redact(issue.message) })
      const issues = [...wrongOptions, ...wrongFields].map(redacted)
      return { ok: false, kind: 'invalid-request', message, issues, cause }
    }
    const deadline = new Deadline(settings.timeout, settings.signal)
    return deadline.limit(this.#makeAttempts(plant, settings, deadline))
  }

  async #makeAttempts(
    plant: NewPlant,
    settings: CallSettings,
    deadline: Deadline,
  ): Promise<SuccessResult | ErrorDetails> {
    const { accessToken } = settings
    let mayRefresh = typeof accessToken === 'function'
    let rejected: string | undefined
    let retries = 0
    while (!deadline.hasEnded()) {
      let token: string
      try {
        token = await getToken(accessToken, rejected)
      } catch (cause) {
        return { ok: false, kind: 'access-token', message: 'has no access token', cause }
      }
      if (deadline.hasEnded()) break

      this.#tokens.add(token)
      const attempt = new Attempt(this.#client, deadline, this.#redact)
      this.#attempt = attempt
      this.#attempts++
      const headers = { ...settings.headers, authorization: `Bearer ${token}` }
      const outcome = await attempt.run(plant, headers)
      if (outcome.ok) return outcome

      this.#mayHaveAdded ||= attempt.mayHaveAdded
      if (mayRefresh && outcome.status === 401 && !attempt.mayHaveAdded) {
        mayRefresh = false
        rejected = token
        continue
      }
      rejected = undefined
      const delay = retryDelay(outcome, attempt, retries, settings)
      if (delay === undefined || delay >= deadline.remaining()) return outcome
      retries++
      await deadline.sleep(delay)
    }
    return deadline.ended
  }
}
