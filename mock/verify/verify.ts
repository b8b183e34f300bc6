import { createMockStore } from '../store/store.ts'
import { describeOutcome, errorOf, extraPropertiesOf } from './describe.ts'
import { judge } from './judge.ts'
import type { PlannedRule } from './plan.ts'
import type { Result } from './report.ts'
import { createRequester, isBusy, NoResponse, type Requester } from './requester.ts'
import { type Outcome, type Rule, runRule } from './rule.ts'
import { createSanitizer } from './sanitize.ts'

export interface Target {
  baseUrl: string
  token: string
  firstId: bigint
  /** Milliseconds for each response. */
  timeout: number
}

/** Ends a run early, since further responses would say nothing. */
export class Stopped extends Error {}

/** This many inconclusive responses in a row end the run. */
const MAX_INCONCLUSIVE = 3

/** Runs the rules against a service, one request after the other. Throws `Stopped`. */
export async function* verify(
  target: Target,
  plan: readonly PlannedRule[],
  onWait: (status: number, seconds: number) => void,
): AsyncGenerator<Result> {
  const run = new Run(target, createRequester(target.timeout, onWait))
  for (const planned of plan) {
    yield await run.result(planned)
    run.stopIfInconclusive()
  }
  yield* run.allResponses()
}

type Facts = Pick<Result, 'name' | 'mock' | 'specified' | 'point'>

class Run {
  readonly #target: Target
  readonly #request: Requester
  readonly #sanitize: (text: string) => string
  readonly #outcomes: Outcome[] = []
  #isFirst = true
  #inconclusive = 0
  /** Why the last response was inconclusive. */
  #lastReason = ''

  constructor(target: Target, request: Requester) {
    this.#target = target
    this.#request = request
    this.#sanitize = createSanitizer(target.token)
  }

  async result({ rule, original }: PlannedRule): Promise<Result> {
    const facts: Facts = {
      name: rule.name,
      ...(rule.specified && { specified: rule.specified }),
      ...(rule.unspecified && { point: rule.unspecified }),
      mock: describeOutcome(await mockOutcome(original), original),
    }
    const isFirst = this.#isFirst
    this.#isFirst = false
    try {
      const outcome = await runRule(rule, this.#target.baseUrl, this.#request)
      return this.#judged(facts, rule, outcome, isFirst)
    } catch (error) {
      if (error instanceof NoResponse) return this.#withoutResponse(facts, error, isFirst)
      throw error
    }
  }

  #judged(facts: Facts, rule: Rule, outcome: Outcome, isFirst: boolean): Result {
    const { status } = outcome
    const message = errorOf(outcome)?.message
    const described = `${status}${message === undefined ? '' : `: ${this.#sanitize(message)}`}`
    if (isFirst && (status === 401 || status === 403))
      throw new Stopped(
        `${this.#target.baseUrl} does not accept this token: it returned ${described}`,
      )
    this.#outcomes.push(outcome)
    this.#count(isBusy(status), `The service is busy: it returned ${described}`)
    const { verdict, reasons } = judge(rule, outcome)
    return {
      ...facts,
      verdict,
      reasons: reasons.map(this.#sanitize),
      service: this.#sanitize(describeOutcome(outcome, rule)),
      ...(message !== undefined && { message: this.#sanitize(message) }),
    }
  }

  #withoutResponse(facts: Facts, error: NoResponse, isFirst: boolean): Result {
    const service = this.#sanitize(error.message)
    const reason = `${this.#target.baseUrl} cannot be verified: ${service}`
    if (isFirst || error.unreachable) throw new Stopped(reason)
    const isSpecified = facts.specified !== undefined
    this.#count(isSpecified, `${reason} (${MAX_INCONCLUSIVE} times in a row)`)
    return {
      ...facts,
      verdict: isSpecified ? 'inconclusive' : 'unspecified',
      reasons: isSpecified ? ['there is no whole response'] : [],
      service,
    }
  }

  #count(isInconclusive: boolean, reason: string): void {
    this.#inconclusive = isInconclusive ? this.#inconclusive + 1 : 0
    this.#lastReason = reason
  }

  stopIfInconclusive(): void {
    if (this.#inconclusive === MAX_INCONCLUSIVE) throw new Stopped(this.#lastReason)
  }

  /** What is open about every response, and would take a line too many for each rule. */
  *allResponses(): Generator<Result> {
    const otherValues = this.#outcomes.flatMap(outcome => {
      const code = errorOf(outcome)?.code
      return code === undefined || code === outcome.status ? [] : [`${code} with ${outcome.status}`]
    })
    const facts = { point: 'responses', verdict: 'unspecified', reasons: [] } as const
    const list = (texts: string[]) => this.#sanitize([...new Set(texts)].join(', '))
    const status = 'the HTTP status code'
    yield {
      ...facts,
      reasons: [],
      name: 'values of error',
      service: list(otherValues) || status,
      mock: status,
    }
    yield {
      ...facts,
      reasons: [],
      name: 'further properties of a Plant',
      service: list(this.#outcomes.flatMap(extraPropertiesOf)) || 'none',
      mock: 'none',
    }
  }
}

/** What the mock does by default, which is what the options of the rule are compared with. */
const mockOutcome = (rule: Rule) =>
  runRule(rule, 'http://mock', createMockStore(rule.options).fetch)
