import { type Difference, mapTexts } from '../contract/judge.ts'
import { messageOf, ReadResponse } from '../contract/response.ts'
import type { Answer, OriginalResponse } from '../http/answer.ts'
import { createRedact, redactUrls, tokensOf } from '../http/redact.ts'
import { copyText } from '../json/copy-text.ts'
import { MAX_TEXT_CHARS } from './request-record.ts'
import type { Violation } from './violation.ts'
import { type Forwarded, violationsOfRequest, violationsOfResponse } from './violations.ts'

/**
 * Reads the response of a service: returns where it or its request breaks the contract, judged as it arrived, and the
 * answer for client and records, in which `original` is the client's and the rest has no secret.
 */
export function readForwarded(
  forwarded: Forwarded,
  answer: Answer,
  { isJudged }: OriginalResponse,
): { shown: Answer; violations: Violation[] } {
  const tokens = tokensOf(forwarded.request.headers.get('authorization') ?? '')
  const redactTokens = createRedact(tokens)
  const redact = (text: string) => redactUrls(redactTokens(text))
  const shown = hideSecrets(answer, tokens, redact)
  const ofRequest = violationsOfRequest(forwarded)
  if (!isJudged) return { shown, violations: ofRequest }
  const response = readAnswer(answer)
  const differences = violationsOfResponse(forwarded, response)
  const violations = [...ofRequest, ...differences.map(each => keep(each, redact))]
  const message = messageOf(response)
  if (message === undefined) return { shown, violations }
  return {
    shown: { ...shown, reason: copyText(redact(message), MAX_TEXT_CHARS) },
    violations,
  }
}

/** A text that is cut might end in a part of a token, so tokens are hidden before. */
const keep = (difference: Difference, redact: (text: string) => string): Difference =>
  mapTexts(difference, text => copyText(redact(text), MAX_TEXT_CHARS))

/**
 * Hides tokens in what the records show of a service's response, and credentials in addresses in its body, which may
 * repeat a `Location`. The client gets the original.
 */
function hideSecrets(
  answer: Answer,
  tokens: readonly string[],
  redact: (text: string) => string,
): Answer {
  const redactName = createRedact(tokens.map(token => token.toLowerCase())) // as names are
  const before = Object.entries(answer.headers)
  const headers = Object.fromEntries(
    before.map(([name, value]) => [redactName(name), redact(value)]),
  )
  const body = redact(String(answer.body))
  const isHidden = body !== answer.body || before.some(([name, value]) => headers[name] !== value)
  return isHidden ? { ...answer, headers, body } : answer
}

const readAnswer = ({ status, headers, body }: Answer): ReadResponse =>
  new ReadResponse({ status, headers, body: String(body) })
