import { method } from '../generated/contract.ts'
import { Attempt } from './attempt.ts'
import { createError, type ErrorDetails } from './create-error.ts'
import { Deadline } from './deadline.ts'
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

/** Makes one call: its checks, its deadline and its attempts. It never rejects. */
export async function makeCall(
  client: ClientContext,
  newPlant: NewPlant,
  options: AddPlantOptions | undefined,
): Promise<AddPlantResult> {
  const tokens = new Set<string>()
  const redact: Redact = text => redactAll(text, tokens)
  let mayHaveAdded = false
  let attempts = 0
  let attempt: Attempt | undefined // the last one

  const outcome = await checkAndSend().catch((cause: unknown): ErrorDetails => {
    return { ok: false, kind: 'network', message: 'could not be sent', cause }
  })
  if (outcome.ok) return outcome
  const response = attempt?.response
  const mayHaveBeenAdded = mayHaveAdded || attempt?.mayHaveAdded === true
  const details = { ...outcome, response, mayHaveBeenAdded }
  const error = createError(`${method} ${client.url}`, details, attempts, redact)
  return { ok: false, error, response }

  async function checkAndSend(): Promise<SuccessResult | ErrorDetails> {
    const { settings, issues: wrongOptions } = resolveCallOptions(client, options)
    if (typeof settings.accessToken === 'string') tokens.add(settings.accessToken)
    const { plant, issues: wrongFields, cause } = checkPlant(newPlant)
    const wrong = [...wrongOptions, ...wrongFields]
    if (wrong.length > 0) {
      const words = [...wrongOptions.map(describeOption), ...wrongFields.map(describeField)]
      const message = `was not sent: ${words.join('; ')}`
      const issues = wrong.map(issue => ({ ...issue, message: redact(issue.message) }))
      return { ok: false, kind: 'invalid-request', message, issues, cause }
    }
    const deadline = new Deadline(settings.timeout, settings.signal)
    return deadline.limit(makeAttempts(plant, settings, deadline))
  }

  async function makeAttempts(
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

      tokens.add(token)
      attempts++
      attempt = new Attempt(client, deadline, redact)
      const headers = { ...settings.headers, authorization: `Bearer ${token}` }
      const outcome = await attempt.run(plant, headers)
      if (outcome.ok) return outcome

      mayHaveAdded ||= attempt.mayHaveAdded
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
