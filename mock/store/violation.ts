import type { Difference } from '../contract/judge.ts'
import type { Hide } from '../contract/response.ts'
import { describeDifference } from '../contract/words.ts'
import { redactHeader } from '../http/redact.ts'

/** Where a request breaks the contract, in the mock's words, or a response, as data. */
export type Violation = string | Difference

/** Puts a violation into words, for who reads the journal. Its tokens were hidden before. */
export const describeViolation = (violation: Violation): string =>
  typeof violation === 'string' ? violation : describeDifference(violation, BY_NAME)

const BY_NAME: Hide = { text: text => text, header: redactHeader }
