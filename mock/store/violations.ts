import { method, path } from '../../generated/contract.ts'
import { type Difference, judgeAdded, judgeContent, judgeRefused } from '../contract/judge.ts'
import type { ReceivedResponse, SentRequest } from '../contract/response.ts'
import type { Answer } from '../http/answer.ts'
import { BYTE_ORDER_MARK } from '../http/body.ts'
import { redactEchoes } from '../http/redact-echoes.ts'
import type { StoreRequest } from '../http/request.ts'
import { checkContent, type Received } from './checks.ts'

/** A request that was forwarded, with its body. */
export interface Forwarded extends Pick<Received, 'size' | 'refusal' | 'problems' | 'plant'> {
  readonly request: StoreRequest
  readonly body: Uint8Array
}

/** Says where a request and the response of a service break the contract. No text has one of the tokens. */
export function findViolations(
  forwarded: Forwarded,
  answer: Answer,
  tokens: readonly string[],
): string[] {
  const texts = [
    ...violationsOfRequest(forwarded),
    ...violationsOfResponse(forwarded, answer, tokens),
  ]
  return texts.map(text => redactEchoes(text, tokens))
}

/** A request without a token is no violation: that it is refused may be what is tested. */
function violationsOfRequest({ request, ...received }: Forwarded): string[] {
  if (request.headers.has('content-encoding')) return [] // nothing is specified about it
  const refusal = checkContent(request, received)
  return refusal ? [`request: ${refusal.message}`] : []
}

function violationsOfResponse(
  forwarded: Forwarded,
  { status, headers, body, original }: Answer,
  tokens: readonly string[],
): string[] {
  if (!original?.isReadable) return []
  const text = String(body).replace(BYTE_ORDER_MARK, '')
  const judge = (read: string) => judgeResponse(forwarded, { status, headers, body: read })
  if (judge(text).length === 0) return []
  // The words of a judgement may have a part of a token, so an echo is redacted before.
  return judge(redactEchoes(text, tokens)).map(describeDifference)
}

/** Judges as `verify` does, but no service is always well: a 5xx is no violation by itself. */
function judgeResponse(
  { request, plant, body }: Forwarded,
  response: ReceivedResponse,
): Difference[] {
  const sent: SentRequest = { method, path, body: new Uint8Array(body) }
  if (!/^bearer +\S/i.test(request.headers.get('authorization') ?? ''))
    return judgeRefused(response, sent)
  // The service may refuse a token and have bounds, which are "not shown".
  return plant && response.status < 400 ? judgeAdded(response, sent) : judgeContent(response, sent)
}

const describeDifference = ({ field, title, service }: Difference): string =>
  `${field === undefined ? '' : `${field} `}${title}: ${service}`
