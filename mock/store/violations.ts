import { path } from '../../generated/contract.ts'
import { type Difference, judgeAdded, judgeContent, judgeRefused } from '../contract/judge.ts'
import { describeBody, type ReceivedResponse, type SentRequest } from '../contract/response.ts'
import type { Answer } from '../http/answer.ts'
import { BYTE_ORDER_MARK } from '../http/body.ts'
import type { StoreRequest } from '../http/request.ts'
import { checkContent, type Received } from './checks.ts'

/** A request that was forwarded, with its body. */
export interface Forwarded extends Pick<Received, 'size' | 'refusal' | 'problems' | 'plant'> {
  readonly request: StoreRequest
  readonly body: Uint8Array
}

/**
 * Says where a request and the response of a service break the contract. The answer is judged as it came, and the words
 * are those for what the records show of it: a part of a text that was cut for them might be a part of a token.
 */
export const findViolations = (forwarded: Forwarded, answer: Answer, shown: Answer): string[] => [
  ...violationsOfRequest(forwarded),
  ...violationsOfResponse(forwarded, answer, shown),
]

/** A missing token is not a violation: its refusal may be what is tested. */
function violationsOfRequest({ request, ...received }: Forwarded): string[] {
  if (request.headers.has('content-encoding')) return [] // nothing is specified about it
  const refusal = checkContent(request, received)
  return refusal ? [`request: ${refusal.message}`] : []
}

function violationsOfResponse(forwarded: Forwarded, answer: Answer, shown: Answer): string[] {
  if (!answer.original?.isReadable) return []
  const received = toReceived(answer)
  const differences = judgeResponse(forwarded, received)
  if (differences.length === 0) return []
  const hidden = toReceived(shown)
  if (areAlike(received, hidden)) return differences.map(describeDifference)
  // A token may have been a number, so that what is left is not JSON.
  const isAlike = describeBody(hidden) === describeBody(received)
  const words = isAlike ? judgeResponse(forwarded, hidden) : []
  return differences.map(({ kind, field }) => {
    const alike = words.find(each => each.kind === kind && each.field === field)
    return alike
      ? describeDifference(alike)
      : `${field ?? kind}: not told, as it may have the token`
  })
}

const areAlike = (one: ReceivedResponse, other: ReceivedResponse) =>
  one.body === other.body &&
  String(Object.values(one.headers)) === String(Object.values(other.headers))

const toReceived = ({ status, headers, body }: Answer): ReceivedResponse => ({
  status,
  headers,
  body: String(body).replace(BYTE_ORDER_MARK, ''),
})

/** Judges as `verify` does, but any service may be unwell: a 5xx alone is not a violation. */
function judgeResponse(
  { request, plant, body }: Forwarded,
  response: ReceivedResponse,
): Difference[] {
  const sent: SentRequest = { method: request.method, path, body: new Uint8Array(body) }
  if (!/^bearer +\S/i.test(request.headers.get('authorization') ?? ''))
    return judgeRefused(response, sent)
  // The service may refuse a token and have bounds, which are "not shown".
  return plant && response.status < 400 ? judgeAdded(response, sent) : judgeContent(response, sent)
}

const describeDifference = ({ field, title, service }: Difference): string =>
  `${field === undefined ? '' : `${field} `}${title}: ${service}`
