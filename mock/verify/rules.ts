// What the mock does, in one list. The tests run it through every transport, and `verify` runs it
// against a real service: each rule says what of it is specified.
import { invalidBodies, unreadableBodies, validBodies } from './body-rules.ts'
import { policies } from './policy-rules.ts'
import { mediaTypes, operations, order } from './request-rules.ts'
import type { Rule } from './rule.ts'
import { authentication, malformed, tokens, wrongToken } from './token-rules.ts'

/** The rules, in the order of the checks that they test. */
export const rules: readonly Rule[] = [
  ...operations,
  ...authentication,
  ...malformed,
  ...tokens,
  ...mediaTypes,
  ...order,
  ...unreadableBodies,
  ...invalidBodies,
  ...validBodies,
  ...policies,
  wrongToken,
]
