// The rules in one list. `verify` runs them against a real service, and the tests run them through every
// transport of the mock.
import { requestFields } from '../../generated/contract.ts'
import { EXAMPLE_ID, parsePlant } from './bodies.ts'
import { otherBodies, skippedBodies, validBodies } from './body-rules.ts'
import {
  dangerousOperations,
  mediaTypes,
  operations,
  tokens,
  withoutToken,
} from './request-rules.ts'
import { type Rule, type RuleRequest, textOf } from './rule.ts'

/** In the order in which they are run: what is specified comes first, adding a plant before all else. */
export const rules: readonly Rule[] = [
  ...validBodies,
  ...withoutToken,
  ...tokens,
  ...otherBodies,
  ...mediaTypes,
  ...operations,
  ...skippedBodies,
  ...dangerousOperations,
]

/** A rule with the requests of one run. */
export interface PlannedRule {
  rule: Rule
  requests: RuleRequest[]
}

/** The rules for a service, each with its own id. */
export function planRules(firstId: bigint, token: string): PlannedRule[] {
  let next = firstId
  return rules
    .filter(({ skipped }) => !skipped)
    .map(rule => {
      const id = chooseId(rule, next)
      if (id !== undefined) next = id + 1n
      return { rule, requests: rule.requests(id ?? EXAMPLE_ID, token) }
    })
}

/** How many ids are tried for one that the contract allows. */
const MAX_TRIES = 100n

/** Such ids are within int32. */
const MAX_SMALL_ID = 1_000_000_000n

/** An id, at or after the one that is wanted, with which the same bodies are valid as with the example's. */
function chooseId(rule: Rule, wanted: bigint): bigint | undefined {
  const validity = validityOf(rule, EXAMPLE_ID)
  for (const start of [wanted, (wanted % MAX_SMALL_ID) + 1n])
    for (let id = start; id < start + MAX_TRIES; id++)
      if (validityOf(rule, id) === validity) return id
  return undefined
}

const validityOf = (rule: Rule, id: bigint): string =>
  rule
    .requests(id, '')
    .map(({ body }) => parsePlant(body) !== undefined)
    .join()

/** The largest number of plants that requests add: each that names a field might be taken for one. */
export const countPlants = (planned: readonly PlannedRule[]): number =>
  planned
    .flatMap(({ requests }) => requests)
    .filter(request => requestFields.some(({ name }) => textOf(request).includes(`"${name}":`)))
    .length
