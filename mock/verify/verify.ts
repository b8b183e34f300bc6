import { createMockStore } from '../store.ts'
import { asking, isBusy, NoAnswer } from './ask.ts'
import type { Planned } from './plan.ts'
import type { Point } from './points.ts'
import { type Outcome, outcomeOf, type Rule } from './rule.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { cleaning, errorIn, furtherIn, inWords } from './words.ts'

export interface Target {
  baseUrl: string
  token: string
  firstId: bigint
  /** Milliseconds for each answer. */
  timeout: number
}

/** What came of a rule. Nothing in it is secret, and all of it can be printed. */
export interface Result {
  name: string
  states?: Rule['states']
  /** Where the specification is silent on what was asked. */
  point?: Point
  verdict: Verdict
  /** In what it differs from what is stated, or why that is unknown. */
  why: string[]
  service: string
  mock: string
  /** What the Error says. */
  message?: string
}

/** Asks no more, since nothing could be told from the answers. */
export class Stopped extends Error {}

/** So many answers in a row that tell nothing end it. */
const IN_VAIN = 3

/** Holds a service against the rules, one request after the other. Throws `Stopped`. */
export async function* verify(
  { baseUrl, token, timeout }: Target,
  plan: readonly Planned[],
  waits: (status: number, seconds: number) => void,
): AsyncGenerator<Result> {
  const clean = cleaning(token)
  const said = (outcome: Outcome) => {
    const message = errorIn(outcome)?.message
    return `${outcome.status}${message === undefined ? '' : `: ${clean(message)}`}`
  }
  const ask = asking(timeout, waits)
  const seen: Outcome[] = []
  let inVain = 0

  for (const [index, { rule, original }] of plan.entries()) {
    const mock = await mockOutcome(original)
    const facts = {
      name: rule.name,
      ...(rule.states && { states: rule.states }),
      ...(rule.silentOn && { point: rule.silentOn }),
      mock: inWords(mock, original),
    }
    try {
      const outcome = await outcomeOf(rule, baseUrl, ask)
      const { status } = outcome
      if (index === 0 && (status === 401 || status === 403))
        throw new Stopped(`${baseUrl} does not let this token in: it answered ${said(outcome)}`)
      seen.push(outcome)
      const { verdict, why } = verdictOf(rule, outcome)
      const message = errorIn(outcome)?.message
      yield {
        ...facts,
        verdict,
        why: why.map(clean),
        service: clean(inWords(outcome, rule)),
        ...(message !== undefined && { message: clean(message) }),
      }
      inVain = isBusy(status) ? inVain + 1 : 0
      if (inVain === IN_VAIN) throw new Stopped(`The service is busy: it answered ${said(outcome)}`)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const service = clean(error.message)
      if (index === 0 || error.unreachable)
        throw new Stopped(`${baseUrl} cannot be verified: ${service}`)
      const verdict = rule.states ? 'unknown' : 'silent'
      yield { ...facts, verdict, why: rule.states ? ['there is no whole answer'] : [], service }
      inVain = rule.states ? inVain + 1 : 0
      if (inVain === IN_VAIN)
        throw new Stopped(`${baseUrl} cannot be verified: ${service} (${IN_VAIN} times in a row)`)
    }
  }
  yield* inAllAnswers(seen, clean)
}

/** What the mock does by itself: a rule is about what it does as it is set. */
const mockOutcome = (rule: Planned['original']) =>
  outcomeOf(rule, 'http://mock', createMockStore(rule.options).fetch)

/** What is open in each answer, and would be one line too many for each rule. */
function* inAllAnswers(
  seen: readonly Outcome[],
  clean: (text: string) => string,
): Generator<Result> {
  const foreign = seen.flatMap(outcome => {
    const error = errorIn(outcome)?.error
    return error === undefined || error === outcome.status
      ? []
      : [`${error} with ${outcome.status}`]
  })
  const facts: Pick<Result, 'point' | 'verdict' | 'why'> = {
    point: 'answers',
    verdict: 'silent',
    why: [],
  }
  const listed = (texts: string[]) => clean([...new Set(texts)].join(', '))
  const status = 'the HTTP status code'
  yield { ...facts, name: 'values of error', service: listed(foreign) || status, mock: status }
  const further = listed(seen.flatMap(furtherIn)) || 'none'
  yield { ...facts, name: 'further properties of a Plant', service: further, mock: 'none' }
}
